//! What the WASM core asks of JavaScript: nothing.
//!
//! Time and randomness are handed to it with the call, so the package has no import object, and the JavaScript that
//! wasm-bindgen generates, which touches `TextDecoder` when it is loaded, is not needed. A module that imports something
//! is refused: then a part of the core began to need JavaScript, and a person decides whether it may.

use anyhow::{Result, ensure};

/// Names what a module imports, if it imports anything.
///
/// # Errors
/// Where it does.
pub fn refuse(imports: &[String]) -> Result<()> {
    ensure!(
        imports.is_empty(),
        "the wasm core imports `{}` from JavaScript, and the package supplies nothing: take out what needs it in bindings/wasm",
        imports.join("`, `")
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_import_is_refused_by_name() {
        assert!(refuse(&[]).is_ok());
        let error = refuse(&["__wbindgen_throw".into(), "__wbg_now_1".into()]).unwrap_err().to_string();
        assert!(
            error.starts_with("the wasm core imports `__wbindgen_throw`, `__wbg_now_1` from JavaScript"),
            "{error}"
        );
    }
}
