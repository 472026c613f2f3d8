//! The import object of the WASM core, written from what the module really imports.
//!
//! The JavaScript that wasm-bindgen generates touches `TextDecoder` when it is loaded, which some engines lack, and the
//! package promises to touch nothing at import. So the few functions are listed here, and one that is not is refused:
//! then something in the core began to need JavaScript, and a person decides whether it may.

use anyhow::{Result, ensure};

/// What a module wants to be given.
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    /// The module's name in the wasm file.
    pub module: String,
    /// The function's name there: a stem, and a hash that wasm-bindgen appends.
    pub name: String,
}

/// A function of JavaScript that the core may import.
pub struct Known {
    /// How its name starts in the module, the hash left out.
    stem: &'static str,
    /// What it is called in the package's `Host`.
    host: &'static str,
    /// Its TypeScript type.
    kind: &'static str,
}

/// All of them: the core is given its time and its random bytes by the caller, so there are none.
pub const KNOWN: &[Known] = &[];

/// Writes `imports.ts`: the type of what the package supplies, and the object made of it.
///
/// # Errors
/// Names the imports that `known` does not have.
pub fn typescript(imports: &[Import], known: &[Known]) -> Result<String> {
    let of = |import: &Import| known.iter().find(|known| is_stem(known.stem, &import.name));
    let unknown: Vec<_> = imports.iter().filter(|import| of(import).is_none()).map(|it| it.name.as_str()).collect();
    ensure!(
        unknown.is_empty(),
        "the wasm core imports `{}` from JavaScript, which the package does not supply: \
         take out what needs it in bindings/wasm, or add it to xtask/src/imports.rs and to the package",
        unknown.join("`, `")
    );

    let used = || known.iter().filter(|known| imports.iter().any(|import| is_stem(known.stem, &import.name)));
    let host: String = used().map(|known| format!("  readonly {}: {};\n", known.host, known.kind)).collect();
    let mut modules: Vec<_> = imports.iter().map(|import| &import.module).collect();
    modules.sort();
    modules.dedup();
    let object: String = modules
        .iter()
        .map(|module| {
            let members = imports
                .iter()
                .filter(|import| import.module == **module)
                .filter_map(|import| Some(format!("    {}: host.{},\n", import.name, of(import)?.host)));
            format!("  \"{module}\": {{\n{}  }},\n", members.collect::<String>())
        })
        .collect();
    let parameter = if imports.is_empty() { "_host" } else { "host" };
    Ok(format!(
        "{HEADER}\
         /** What the core asks of JavaScript. */\n\
         export interface Host {{\n{host}}}\n\n\
         /** The import object of the core. */\n\
         export const importsOf = ({parameter}: Host) => ({{\n{object}}});\n"
    ))
}

/// The first line of every generated TypeScript file.
pub const HEADER: &str = "// Made by `cargo xtask build`; changes are lost.\n\n";

/// `__wbg_now` is the stem of `__wbg_now_0123456789abcdef` but not of `__wbg_nowhere`.
fn is_stem(stem: &str, name: &str) -> bool {
    name.strip_prefix(stem).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Known = Known { stem: "__wbg_now", host: "now", kind: "() => number" };

    fn import(name: &str) -> Import {
        Import { module: "./core.js".into(), name: name.into() }
    }

    #[test]
    fn a_module_without_imports_gets_an_empty_object() {
        let text = typescript(&[], KNOWN).unwrap();
        assert!(text.ends_with("export const importsOf = (_host: Host) => ({\n});\n"), "{text}");
    }

    #[test]
    fn a_known_import_is_bound_under_the_name_in_the_module() {
        let text = typescript(&[import("__wbg_now_0123456789abcdef")], &[NOW]).unwrap();
        assert!(text.contains("  readonly now: () => number;\n"), "{text}");
        assert!(text.contains("  \"./core.js\": {\n    __wbg_now_0123456789abcdef: host.now,\n  },\n"), "{text}");
    }

    #[test]
    fn an_import_that_is_not_known_is_refused_by_name() {
        for name in ["__wbindgen_throw", "__wbg_nowhere_0123456789abcdef"] {
            let error = typescript(&[import("__wbg_now_1"), import(name)], &[NOW]).unwrap_err().to_string();
            assert!(error.starts_with(&format!("the wasm core imports `{name}` from JavaScript")), "{error}");
        }
    }
}
