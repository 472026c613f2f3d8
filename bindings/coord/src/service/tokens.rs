//! Bearer tokens: who may ask.

use std::fmt;

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use subtle::{Choice, ConstantTimeEq};

/// The tokens that are good.
#[derive(Clone)]
pub struct Tokens(Vec<String>);

impl Tokens {
    /// How long a token is at least: what is shorter can be guessed.
    pub const MIN_LEN: usize = 24;

    /// These tokens.
    ///
    /// # Errors
    ///
    /// [`TokenError`] for one that is too short or that no header can hold, and where there is none.
    pub fn new(tokens: impl IntoIterator<Item = String>) -> Result<Self, TokenError> {
        let tokens: Vec<_> = tokens.into_iter().collect();
        if tokens.is_empty() {
            return Err(TokenError::None);
        }
        for token in &tokens {
            if token.len() < Self::MIN_LEN {
                return Err(TokenError::Short { length: token.len() });
            }
            if !token.bytes().all(|byte| byte.is_ascii_graphic()) {
                return Err(TokenError::Symbol);
            }
        }
        Ok(Self(tokens))
    }

    /// The tokens of a text with one a line; blank lines, and those that begin with `#`, are none.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn of_lines(text: &str) -> Result<Self, TokenError> {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        Self::new(lines.map(String::from))
    }

    /// Whether a call has one of them. How long it takes tells nothing of how much of one was right.
    pub(super) fn allow(&self, headers: &HeaderMap) -> bool {
        let Some(header) = headers.get(AUTHORIZATION) else { return false };
        let Some((scheme, given)) = header.as_bytes().split_at_checked(7) else { return false };
        if !scheme.eq_ignore_ascii_case(b"Bearer ") {
            return false;
        }
        let found = self.0.iter().fold(Choice::from(0), |found, token| found | token.as_bytes().ct_eq(given));
        found.into()
    }
}

impl fmt::Debug for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tokens({} of them)", self.0.len())
    }
}

/// What is wrong with the tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum TokenError {
    /// There is none.
    None,
    /// One is too short.
    Short {
        /// How long it is.
        length: usize,
    },
    /// One has a blank or another symbol that no header can hold.
    Symbol,
}

impl fmt::Display for TokenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let least = Tokens::MIN_LEN;
        match self {
            Self::None => {
                f.write_str("there is no token: without one anybody could take ids; `openssl rand -hex 24` makes one")
            }
            Self::Short { length } => {
                write!(
                    f,
                    "a token has {length} bytes, and at least {least} are needed; `openssl rand -hex 24` makes one"
                )
            }
            Self::Symbol => {
                f.write_str("a token has a blank or a symbol outside of ASCII: letters and digits are enough")
            }
        }
    }
}

impl std::error::Error for TokenError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_token_behind_its_scheme_is_let_in() {
        let tokens =
            Tokens::of_lines("# of the shop\n\n  0123456789abcdef01234567\nfedcba98765432100123456789\n").unwrap();
        let cases = [
            ("Bearer 0123456789abcdef01234567", true),
            ("bearer fedcba98765432100123456789", true),
            ("Bearer 0123456789abcdef0123456", false),
            ("Bearer 0123456789abcdef012345678", false),
            ("Bearer 0123456789abcdef01234567 ", false),
            ("Bearer", false),
            ("Bearer ", false),
            ("Basic 0123456789abcdef01234567", false),
            ("0123456789abcdef01234567", false),
            ("", false),
        ];
        for (header, is_let_in) in cases {
            let mut headers = HeaderMap::new();
            headers.insert(AUTHORIZATION, header.parse().unwrap());
            assert_eq!(tokens.allow(&headers), is_let_in, "{header:?}");
        }
        assert!(!tokens.allow(&HeaderMap::new()));
    }

    #[test]
    fn a_service_without_a_good_token_does_not_start() {
        for (text, expected) in [
            ("", TokenError::None),
            ("# nothing\n", TokenError::None),
            ("secret", TokenError::Short { length: 6 }),
            ("0123456789abcdef 01234567", TokenError::Symbol),
            ("0123456789abcdéf01234567", TokenError::Symbol),
        ] {
            assert_eq!(Tokens::of_lines(text).err(), Some(expected), "{text:?}");
        }
    }
}
