//! Remembers what a step was made from, so that it is skipped while nothing changed.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Names that no step is made from: what other tools put there.
const MADE: &[&str] = &["node_modules", "dist", "target"];

/// A fingerprint of inputs, and the file that holds the one of the last good run.
pub struct Stamp {
    file: PathBuf,
    fingerprint: String,
}

impl Stamp {
    /// Fingerprints files, by name and content, and words, such as versions and options.
    pub fn of(file: PathBuf, inputs: &[PathBuf], words: &[&str]) -> Result<Self> {
        // Local bookkeeping, which a newer standard library may hash otherwise: that costs one more run.
        let mut hasher = DefaultHasher::new();
        words.hash(&mut hasher);
        for input in inputs {
            input.hash(&mut hasher);
            fs::read(input).with_context(|| format!("cannot read {}", input.display()))?.hash(&mut hasher);
        }
        Ok(Self { file, fingerprint: format!("{:016x}", hasher.finish()) })
    }

    /// Whether the last good run was made from the same, and what it made is still there. Where not, that run is
    /// forgotten: the one to come may fail half-way and leave outputs of both.
    pub fn holds(&self, outputs: &[PathBuf]) -> bool {
        let holds = fs::read_to_string(&self.file).is_ok_and(|written| written == self.fingerprint)
            && outputs.iter().all(|output| output.exists());
        if !holds {
            // Nothing to forget on the first run, and what cannot be removed cannot be written either.
            let _ = fs::remove_file(&self.file);
        }
        holds
    }

    /// To be called once the run was good.
    pub fn keep(&self) -> Result<()> {
        if let Some(folder) = self.file.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&self.file, &self.fingerprint).with_context(|| format!("cannot write {}", self.file.display()))
    }
}

/// All files under a folder in a fixed order, made ones aside.
pub fn files_under(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read the folder {}", folder.display()))?;
    for entry in entries {
        let entry = entry?;
        let packed = Path::new(&entry.file_name()).extension().is_some_and(|kind| kind == "tgz");
        if packed || MADE.iter().any(|name| entry.file_name() == *name) {
            continue;
        }
        if entry.file_type()?.is_dir() { files.extend(files_under(&entry.path())?) } else { files.push(entry.path()) }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::env;
    use std::process;

    /// A folder of the test's own, gone with it.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = env::temp_dir().join(format!("xtask-{name}-{}", process::id()));
            fs::create_dir_all(path.join("node_modules")).unwrap();
            Self(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            fs::remove_dir_all(&self.0).unwrap();
        }
    }

    #[test]
    fn a_stamp_holds_until_an_input_a_name_a_word_or_an_output_changes() {
        let folder = Folder::new("stamp");
        let (input, other, output) = (folder.0.join("a"), folder.0.join("b"), folder.0.join("out"));
        for file in [&input, &other, &output] {
            fs::write(file, "one").unwrap();
        }
        let stamp =
            |input: &PathBuf, word| Stamp::of(folder.0.join("stamps/s"), std::slice::from_ref(input), &[word]).unwrap();
        let outputs = [output.clone()];
        assert!(!stamp(&input, "v1").holds(&outputs), "never kept");
        let cases = [(&other, "v1", "another name with the same content"), (&input, "v2", "another word")];
        for (input_now, word, why) in cases {
            stamp(&input, "v1").keep().unwrap();
            assert!(stamp(&input, "v1").holds(&outputs));
            assert!(!stamp(input_now, word).holds(&outputs), "{why}");
            assert!(!stamp(&input, "v1").holds(&outputs), "forgotten, since a run for {why} has begun");
        }
        stamp(&input, "v1").keep().unwrap();
        fs::remove_file(&output).unwrap();
        assert!(!stamp(&input, "v1").holds(&outputs), "its output is gone");
        fs::write(&output, "").unwrap();
        stamp(&input, "v1").keep().unwrap();
        fs::write(&input, "two").unwrap();
        assert!(!stamp(&input, "v1").holds(&outputs), "another content");
    }

    #[test]
    fn made_files_are_no_inputs() {
        let folder = Folder::new("files");
        for name in ["z.ts", "a.ts", "node_modules/dependency.js", "mintid-0.1.0.tgz"] {
            fs::write(folder.0.join(name), "").unwrap();
        }
        assert_eq!(files_under(&folder.0).unwrap(), [folder.0.join("a.ts"), folder.0.join("z.ts")]);
    }
}
