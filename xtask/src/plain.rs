//! The core as plain JavaScript, for places without WebAssembly, made from the very same module by binaryen's `wasm2js`.

use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::npm;
use crate::run;
use crate::wasm::HEADER;

/// Where the text of `wasm2js` makes the instance: what follows is for one that starts at import, which ours must not.
const TAIL: &str = "var retasmFunc = asmFunc({";

/// A TypeScript file with the function `instantiate`, which makes a core of its own at each call.
pub fn typescript(module: &Path) -> Result<String> {
    let mut command = npm::tool("wasm2js");
    command.args(["-O3", "--mvp-features", "--enable-mutable-globals"]).arg(module);
    wrapped(&run::output(command).context("the npm package binaryen brings wasm2js")?)
}

/// Puts everything that the text does when it is loaded inside of a function.
fn wrapped(text: &str) -> Result<String> {
    let (body, _) = text.split_once(TAIL).context("wasm2js writes its instance in another way than it did")?;
    ensure!(!body.lines().any(|line| line.starts_with("import ")), "the plain core imports something");
    Ok(format!(
        "{HEADER}\
         // @ts-nocheck\n\n\
         /** Makes a core: its functions, and its memory. */\n\
         export function instantiate(): unknown {{\n{body}\nreturn asmFunc({{}});\n}}\n"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_outside_of_the_function() {
        let text =
            wrapped("var x = 1;\nfunction asmFunc(imports) {}\n\nvar retasmFunc = asmFunc({\n});\nexport var a = 1;\n");
        let text = text.unwrap();
        let (before, inside) = text.split_once("export function instantiate(): unknown {\n").unwrap();
        assert!(
            before.lines().all(|line| line.is_empty() || line.starts_with("//") || line.starts_with("/**")),
            "{before}"
        );
        assert!(inside.ends_with("return asmFunc({});\n}\n") && !inside.contains("export"), "{inside}");
    }

    #[test]
    fn an_import_is_refused_and_so_is_a_text_of_another_form() {
        assert!(wrapped("import * as env from 'env';\nvar retasmFunc = asmFunc({").is_err());
        assert!(wrapped("something else").is_err());
    }
}
