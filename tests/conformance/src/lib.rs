pub mod compare;
pub mod face;
pub mod native;
mod stream;
pub mod vector;
