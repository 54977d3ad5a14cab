//! Known facts with their sources, and one driver that puts them to every door.
