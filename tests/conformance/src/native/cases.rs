use super::Input;
use crate::face::Answer;
pub fn case(_b: Input<'_>) -> anyhow::Result<Answer> { Ok(Answer::UnknownOperation) }
