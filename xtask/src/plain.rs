//! The core as plain JavaScript, for places without WebAssembly, made from the very same module by binaryen's `wasm2js`.
//!
//! What that writes has to suit any module. What ours does not need is left out here, which every page would download and
//! every engine read.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use crate::npm;
use crate::run;
use crate::wasm::{HEADER, in_hex};

/// The passes of `wasm-opt` for a module that becomes JavaScript: what is smallest there is not what is smallest as a module.
pub const PASSES: &[&str] = &["-Oz", "--flatten", "--rereloop", "-Oz"];

/// Where the text of `wasm2js` makes the instance: what follows is for one that starts at import, which ours must not.
const TAIL: &str = "var retasmFunc = asmFunc({";

/// Where it starts to say how base64 is read, and where that ends, in the function that lays the data down.
const READER: &str = "var base64ReverseLookup";
const DATA: &str = "function initActiveSegments(imports) {\n";

/// What stands around each piece of data: its address, and the bytes in base64.
const PIECE: [&str; 3] = ["base64DecodeToExistingUint8Array(bufferView, ", ", \"", "\");"];

/// Zeros up to so many between two pieces make one piece of them.
const GAP: usize = 256;

/// What it writes for a memory that may grow; ours never does, so that its buffer is all there is.
const MEMORY: [&str; 2] = ["\"memory\": Object.create(", "}), \n"];

/// A TypeScript file with the function `instantiate`, which makes a core of its own at each call.
pub fn typescript(module: &Path) -> Result<String> {
    let mut command = npm::tool("wasm2js");
    command.args(["-Oz", "--mvp-features", "--enable-mutable-globals"]).arg(module);
    wrapped(&run::output(command).context("the npm package binaryen brings wasm2js")?)
}

/// Puts everything that the text does when it is loaded inside of a function.
fn wrapped(text: &str) -> Result<String> {
    let (body, _) = text.split_once(TAIL).context("wasm2js writes its instance in another way than it did")?;
    ensure!(!body.lines().any(|line| line.starts_with("import ")), "the plain core imports something");
    let body = with_data_in_hex(body)?;
    let body = with_plain_memory(&body)?;
    let body = with_signed_halves(&body)?;
    let body = without_needless_casts(&without_unused(&body));
    Ok(format!(
        "{HEADER}\
         // @ts-nocheck\n\n\
         import {{ bytesOf }} from '../hex.js';\n\n\
         /** Makes a core: its functions, and its memory. */\n\
         export function instantiate(): unknown {{\n{body}\nreturn asmFunc({{}});\n}}\n"
    ))
}

/// Has the data come as the module does, and what reads that is there already.
fn with_data_in_hex(body: &str) -> Result<String> {
    let parts = body.split_once(READER).and_then(|(before, rest)| Some((before, rest.split_once(DATA)?.1)));
    let (before, (data, after)) = parts
        .and_then(|(before, rest)| Some((before, rest.split_once("\n}\n")?)))
        .context("wasm2js writes its data in another way than it did")?;
    let pieces = joined(data.lines().map(piece).collect::<Result<_>>()?);
    let pieces = pieces
        .iter()
        .map(|(address, bytes)| format!("  bufferView.set(bytesOf('{}'), {address});\n", in_hex(bytes)))
        .collect::<String>();
    Ok(format!("{before}\n{DATA}{pieces}}}\n{after}"))
}

/// The address and the bytes of one piece of data.
fn piece(line: &str) -> Result<(usize, Vec<u8>)> {
    let [before, between, behind] = PIECE;
    let inside = line.trim().strip_prefix(before).and_then(|line| line.strip_suffix(behind));
    let (address, bytes) = inside
        .and_then(|inside| inside.split_once(between))
        .with_context(|| format!("this is no data as wasm2js writes it: {line}"))?;
    Ok((address.parse()?, BASE64_STANDARD.decode(bytes)?))
}

/// Has the memory be its buffer and nothing else.
fn with_plain_memory(body: &str) -> Result<String> {
    let [start, end] = MEMORY;
    let (before, (_, after)) = body
        .split_once(start)
        .and_then(|(before, rest)| Some((before, rest.split_once(end)?)))
        .context("wasm2js writes its memory in another way than it did")?;
    Ok(format!("{before}\"memory\": {{ buffer }}, \n{after}"))
}

/// Leaves out the views and the functions of `Math` that nothing uses: no minifier does, since to make one could have an
/// effect.
fn without_unused(body: &str) -> String {
    let used = |line: &&str| {
        let name = line.trim_start().strip_prefix("var ").and_then(|line| Some(line.split_once(" = ")?.0));
        name.is_none_or(|name| body.matches(name).count() > 1)
    };
    body.lines().filter(used).map(|line| format!("{line}\n")).collect()
}

/// Has the halves of a float that becomes an integer of 64 bits be signed, as whatever else its variables hold is. Those two alone
/// are unsigned as `wasm2js` writes them, and a half with its top bit set would not compare as it should: that of a time before
/// 1970 as below 0, for one.
fn with_signed_halves(body: &str) -> Result<String> {
    let signed = |line: &str| {
        if !line.contains("~~") {
            return Ok(format!("{line}\n"));
        }
        let half = HALVES.iter().find_map(|(end, signed)| Some(format!("{}{signed}\n", line.strip_suffix(end)?)));
        half.with_context(|| format!("wasm2js makes an integer of a float in another way than it did: {}", line.trim()))
    };
    body.lines().map(signed).collect()
}

/// How a statement ends that assigns the lower or the upper half, and how it does where they are signed.
const HALVES: [(&str, &str); 2] = [(" >>> 0;", ";"), (" >>> 0 : 0;", " : 0;")];

/// Leaves out where `wasm2js` says once more that a number is an integer of 32 bits. Each of its variables holds one, signed, or the
/// outcome of a comparison, which compares as 0 or 1 does. No address wraps around.
fn without_needless_casts(body: &str) -> String {
    let mut text = String::new();
    let mut rest = body;
    while let Some((before, behind)) = rest.split_once(" | 0") {
        text.push_str(before);
        let word = text.len() - text.bytes().rev().take_while(|byte| is_of_a_word(*byte)).count();
        if behind.starts_with(']') && text[..word].ends_with(" + ") {
            rest = behind;
        } else if let Some(behind) = behind.strip_prefix(')')
            && let Some(before) = text[..word].strip_suffix('(')
            // A parenthesis of its own, and not one of a call.
            && !before.bytes().next_back().is_some_and(is_of_a_word)
            && COMPARISONS.iter().any(|sign| before.ends_with(sign) || behind.starts_with(sign))
        {
            text.remove(word - 1);
            rest = behind;
        } else {
            text.push_str(" | 0");
            rest = behind;
        }
    }
    text + rest
}

const COMPARISONS: [&str; 6] = [" == ", " != ", " < ", " > ", " <= ", " >= "];

fn is_of_a_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$'
}

/// Fewer pieces, with the zeros between them.
fn joined(pieces: Vec<(usize, Vec<u8>)>) -> Vec<(usize, Vec<u8>)> {
    let mut joined: Vec<(usize, Vec<u8>)> = Vec::new();
    for (address, bytes) in pieces {
        match joined.last_mut() {
            Some((start, before)) if (*start + before.len()..*start + before.len() + GAP).contains(&address) => {
                before.resize(address - *start, 0);
                before.extend(bytes);
            }
            _ => joined.push((address, bytes)),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    const READING: &str = "  var base64ReverseLookup = new Uint8Array(123);\n";
    const PIECES: &str = "  base64DecodeToExistingUint8Array(bufferView, 8192, \"AQI=\");\n  \
                          base64DecodeToExistingUint8Array(bufferView, 8196, \"VFU=\");\n  \
                          base64DecodeToExistingUint8Array(bufferView, 9000, \"//8=\");\n";

    fn text(before: &str) -> String {
        format!(
            "{before}{READING}{DATA}{PIECES}}}\nfunction asmFunc(imports) {{\n var HEAP = 1;\n var HEAP8 = 2;\n return {{\n  \
             \"memory\": Object.create({{\n  }}), \n  \"at\": HEAP8\n }};\n}}\n\n{TAIL}\n}});\nexport var a = 1;\n"
        )
    }

    #[test]
    fn nothing_is_left_outside_of_the_function_but_the_reader_of_its_data() {
        let text = wrapped(&text("var x = 1;\n")).unwrap();
        let (before, inside) = text.split_once("export function instantiate(): unknown {\n").unwrap();
        let allowed =
            |line: &str| line.is_empty() || ["//", "/**", "import { bytesOf }"].iter().any(|it| line.starts_with(it));
        assert!(before.lines().all(allowed), "{before}");
        assert!(inside.ends_with("return asmFunc({});\n}\n") && !inside.contains("export"), "{inside}");
    }

    #[test]
    fn the_data_is_in_hex_and_what_read_base64_is_gone() {
        let text = wrapped(&text("")).unwrap();
        assert!(!text.contains("base64"), "{text}");
        let data: Vec<_> = text.lines().filter(|line| line.contains("bufferView.set")).map(str::trim).collect();
        assert_eq!(data, ["bufferView.set(bytesOf('010200005455'), 8192);", "bufferView.set(bytesOf('ffff'), 9000);"]);
    }

    #[test]
    fn a_number_is_called_an_integer_only_where_it_may_be_none() {
        let cases = [
            ("HEAP8[$1_1 + 5 | 0] = $1_1 + 5 | 0;", "HEAP8[$1_1 + 5] = $1_1 + 5 | 0;"),
            ("HEAP8[$1_1 | 0]", "HEAP8[$1_1 | 0]"),
            ("($1_1 | 0) == ($2_1 | 0) & $3_1 >>> 0 < 5", "$1_1 == $2_1 & $3_1 >>> 0 < 5"),
            ("if (($1_1 | 0) < 0) {", "if ($1_1 < 0) {"),
            ("($1_1 + $2_1 | 0) == 7", "($1_1 + $2_1 | 0) == 7"),
            ("$7($1_1 | 0) == 7", "$7($1_1 | 0) == 7"),
            ("return ($1_1 | 0) + $f($2_1 | 0)", "return ($1_1 | 0) + $f($2_1 | 0)"),
        ];
        for (with, without) in cases {
            assert_eq!(without_needless_casts(with), without);
        }
    }

    #[test]
    fn the_halves_of_an_integer_that_was_a_float_compare_as_integers_do() {
        let low = "$5 = ~~$2;\n";
        let high = "$4 = Math_abs($2) >= 1.0 ? ~~($2 > 0.0 ? $1 : Math_ceil($2 - +(~~$2 >>> 0 >>> 0))) : 0;\n";
        let unsigned = |text: &str| text.replace(" : 0;", " >>> 0 : 0;").replace("~~$2;", "~~$2 >>> 0;");
        let others = "$1 = $2 >>> 0 < $3 >>> 0;\n";
        for text in [low, high, others] {
            assert_eq!(with_signed_halves(&unsigned(text)).unwrap(), text);
        }
        assert!(with_signed_halves("$1 = $7(~~$2 >>> 0, $3);\n").is_err());
    }

    #[test]
    fn an_import_is_refused_and_so_is_a_text_of_another_form() {
        assert!(wrapped(&text("import * as env from 'env';\n")).is_err());
        assert!(wrapped("something else").is_err());
        assert!(wrapped(TAIL).is_err());
        assert!(wrapped(&text("").replace("AQI=", "?")).is_err());
    }
}
