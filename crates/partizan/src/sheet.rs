//! The white sheet that every picture in SVG is drawn on.

use svg::Document;
use svg::node::element::Rectangle;

/// A white sheet so wide and so high, in units of the picture.
///
/// ```
/// let sheet = partizan::sheet::sheet(40.0, 30.5).to_string();
/// assert!(sheet.contains("viewBox=\"0 0 40 30.5\"") && sheet.contains("fill=\"#ffffff\""));
/// ```
pub fn sheet(width: f64, height: f64) -> Document {
    Document::new()
        .set("viewBox", (0.0, 0.0, width, height))
        .set("width", width)
        .set("height", height)
        .add(Rectangle::new().set("width", width).set("height", height).set("fill", "#ffffff"))
}
