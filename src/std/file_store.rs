//! A mark in a file, replaced atomically.

use core::fmt;
use core::sync::atomic::{AtomicU32, Ordering};
use rust_std::ffi::OsString;
use rust_std::fs::{self, File};
use rust_std::io::{self, Write};
use rust_std::path::{Path, PathBuf};
use rust_std::string::String;
use rust_std::{format, process};

use crate::crc32::crc32;
use crate::kept::MarkStore;
use crate::mark::{DueMark, Mark, Save};

/// Keeps a mark in a file, for one owner at a time.
///
/// A save writes a new file beside the old one, has the system write it through, and renames it over the old one, so a power
/// cut leaves the old mark or the new one, and at worst a file `….new` of a few bytes. The file keeps its permissions, and
/// a link to it stays one. It is a line of text with a checksum: content that is cut short, changed or somebody else's is
/// an error, never a mark and never "no mark".
///
/// Two owners at once do not harm the file, but the later of two saves made at the same moment counts, and it may be the
/// lower mark.
///
/// ```
/// use mintid::kept::{FileStore, Kept};
/// use mintid::clock::SystemClock;
/// use mintid::entropy::ThreadEntropy;
/// use mintid::{V7Generator, uuid::v7};
///
/// # let path = std::env::temp_dir().join(format!("mintid-doc-{}", std::process::id()));
/// let ids = V7Generator::with(v7::Options::new().mark_window_ms(5_000), SystemClock, ThreadEntropy);
/// let mut ids = Kept::resume_or_start_new(ids, FileStore::at(&path))?;
/// let id = ids.generate()?; // the mark above it is in the file by now
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct FileStore {
    path: PathBuf,
}

impl FileStore {
    /// The store in this file; its folder must exist. Nothing is opened before the first load or save.
    #[must_use]
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    /// Where the mark is kept.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn replace(&self, mark: Mark) -> io::Result<()> {
        // Through a link to the file it stands for; a file that is not there yet is no link.
        let path = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        let (beside, file) = create_beside(&path)?;
        let written = write_through(file, &path, &line(mark)).and_then(|()| fs::rename(&beside, &path));
        if written.is_err() {
            // The old mark is still in place; a remnant would only take space.
            let _ = fs::remove_file(&beside);
        }
        written?;
        write_folder_through(&path)
    }
}

/// A new file beside another. Names that are taken, by another thread, another process of the same number in another
/// container, or somebody who expects us, are passed over and never opened.
fn create_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    for _ in 0..1_000 {
        let mut beside = OsString::from(name);
        beside.push(format!(".{}-{}.new", process::id(), NEXT.fetch_add(1, Ordering::Relaxed)));
        let beside = path.with_file_name(beside);
        match File::create_new(&beside) {
            Ok(file) => return Ok((beside, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

impl MarkStore for FileStore {
    type Error = FileStoreError;

    fn load(&mut self) -> Result<Option<Mark>, FileStoreError> {
        match fs::read(&self.path) {
            Ok(content) => read(&content).map(Some),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(FileStoreError::Io(error)),
        }
    }

    fn save(&mut self, due: DueMark) -> Result<(), FileStoreError> {
        let stored = match due.save() {
            Save::Raise => self.load()?,
            Save::Replace => None,
        };
        let mark = due.over(stored);
        if stored == Some(mark) {
            return Ok(());
        }
        self.replace(mark).map_err(FileStoreError::Io)
    }
}

/// Why a mark could not be kept in, or read from, its file.
#[derive(Debug)]
#[non_exhaustive]
pub enum FileStoreError {
    /// The file could not be read or written.
    Io(io::Error),
    /// The file is a mark's, and is cut short or changed.
    Torn,
    /// The file is not a mark's.
    Foreign,
}

impl fmt::Display for FileStoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "the mark's file could not be read or written: {error}"),
            Self::Torn => {
                f.write_str("the mark's file is damaged: restore it, or remove it and start a new run explicitly")
            }
            Self::Foreign => f.write_str("the file is not a mark's: choose another path"),
        }
    }
}

impl core::error::Error for FileStoreError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            Self::Torn | Self::Foreign => None,
        }
    }
}

const TITLE: &str = "mintid mark 1 ";

/// `mintid mark 1 <Unix ms> <CRC-32 of all before it, 8 hex digits>` and a line feed.
fn line(mark: Mark) -> String {
    let body = format!("{TITLE}{} ", mark.unix_ms());
    let sum = crc32(body.as_bytes());
    format!("{body}{sum:08x}\n")
}

fn read(content: &[u8]) -> Result<Mark, FileStoreError> {
    let title = TITLE.as_bytes();
    let shared = content.len().min(title.len());
    if content.get(..shared) != title.get(..shared) {
        return Err(FileStoreError::Foreign);
    }
    // Only what `line` writes is read: the number is spelled in one way, so the text is compared as a whole.
    let number = content.get(title.len()..).unwrap_or_default();
    let digits = number.iter().take_while(|byte| byte.is_ascii_digit()).count();
    number
        .get(..digits)
        .and_then(|digits| core::str::from_utf8(digits).ok())
        .and_then(|digits| digits.parse().ok())
        .and_then(Mark::from_unix_ms)
        .filter(|mark| line(*mark).as_bytes() == content)
        .ok_or(FileStoreError::Torn)
}

/// Writes the text, with the permissions that `like` has, if it is there.
fn write_through(mut file: File, like: &Path, text: &str) -> io::Result<()> {
    if let Ok(old) = fs::metadata(like) {
        file.set_permissions(old.permissions())?;
    }
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// A rename survives a power cut only when the folder is written through as well.
#[cfg(unix)]
fn write_folder_through(path: &Path) -> io::Result<()> {
    let folder = match path.parent() {
        Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
        Some(parent) => parent,
        None => Path::new("."),
    };
    File::open(folder)?.sync_all()
}

/// Elsewhere a folder cannot be opened, and the system's rename is written through by its own journal.
#[cfg(not(unix))]
fn write_folder_through(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shortened_or_changed_line_is_an_error() {
        let mark = Mark::from_unix_ms(1_764_417_600_000).unwrap();
        let whole = line(mark);
        assert_eq!(read(whole.as_bytes()).unwrap(), mark);
        for end in 0..whole.len() {
            assert!(matches!(read(&whole.as_bytes()[..end]), Err(FileStoreError::Torn)), "cut at {end}");
        }
        for at in 0..whole.len() {
            for bit in 0..8 {
                let mut changed = whole.clone().into_bytes();
                changed[at] ^= 1 << bit;
                assert!(read(&changed).is_err(), "bit {bit} of byte {at}");
            }
        }
    }
}
