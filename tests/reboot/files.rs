//! The file store: whatever stands in the file, or in the way of it, is a mark, no mark, or an error that says which.

use std::fs;
use std::path::{Path, PathBuf};

use mintid::clock::ManualClock;
use mintid::kept::{FileStore, FileStoreError};
use mintid::kept::{Kept, MarkStore, ResumeError};
use mintid::policy::OnMarkLate;
use mintid::{Cause, Refusal, UlidGenerator, ulid};

use crate::board::{WINDOW_MS, prepared};
use crate::support::cases::HOME_MS;
use crate::support::stream::Stream;

/// A folder of its own for each test, gone with it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("mintid-reboot-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self) -> PathBuf {
        self.0.join("mark")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

fn ulids(now_ms: i64, on_mark_late: OnMarkLate) -> UlidGenerator<ManualClock, Stream> {
    let options = prepared(ulid::Options::new(), on_mark_late);
    UlidGenerator::with(options, ManualClock::at_ms(now_ms), Stream::random(now_ms as u64))
}

/// Mints one id at `now_ms` with the store in this file.
fn mint(path: &Path, now_ms: i64) -> mintid::Ulid {
    let mut kept = Kept::resume_or_start_new(ulids(now_ms, OnMarkLate::Refuse), FileStore::at(path)).unwrap();
    kept.generate().unwrap()
}

fn load(path: &Path) -> Result<Option<u64>, FileStoreError> {
    FileStore::at(path).load().map(|mark| mark.map(mintid::Mark::unix_ms))
}

#[test]
fn order_survives_in_a_file() {
    let folder = Folder::new("order");
    assert_eq!(load(&folder.file()).unwrap(), None);
    let mut newest = mintid::Ulid::NIL;
    for now_ms in [HOME_MS, HOME_MS - 400, HOME_MS, HOME_MS + 10_000, HOME_MS + 9_600] {
        let id = mint(&folder.file(), now_ms);
        assert!(id > newest, "at {now_ms}");
        assert!(load(&folder.file()).unwrap() > Some(id.unix_ms()), "at {now_ms}");
        newest = id;
    }
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1, "nothing is left beside the mark");
}

#[test]
fn what_is_no_mark_is_an_error_and_stays_as_it_is() {
    let folder = Folder::new("content");
    mint(&folder.file(), HOME_MS);
    let whole = fs::read(folder.file()).unwrap();
    let mut flipped = whole.clone();
    *flipped.last_mut().unwrap() ^= 1;
    let mut longer = whole.clone();
    longer.push(b'\n');
    let cases = [
        ("empty, as after a cut before the first byte", Vec::new(), "torn"),
        ("cut in the middle", whole[..whole.len() / 2].to_vec(), "torn"),
        ("cut at the last byte", whole[..whole.len() - 1].to_vec(), "torn"),
        ("a bit flipped", flipped, "torn"),
        ("something behind it", longer, "torn"),
        ("zeros, as some file systems leave them", vec![0; whole.len()], "foreign"),
        ("somebody else's text", b"{\"mark\": 1764417600000}\n".to_vec(), "foreign"),
        ("somebody else's bytes", vec![0xff; 4_096], "foreign"),
    ];
    for (what, content, error) in cases {
        fs::write(folder.file(), &content).unwrap();
        let named = |error: &FileStoreError| match error {
            FileStoreError::Torn => "torn",
            FileStoreError::Foreign => "foreign",
            _ => "another error",
        };
        assert_eq!(load(&folder.file()).as_ref().map_err(named), Err(error), "{what}");
        for resume in [Kept::resume, Kept::resume_or_start_new] {
            let started = resume(ulids(HOME_MS, OnMarkLate::GoOn), FileStore::at(folder.file()));
            let Err(ResumeError::Store(cause)) = started else { panic!("{what} is taken for a mark, or for none") };
            assert_eq!(named(&cause), error, "{what}");
        }
        // A new run, said aloud, does not write over it either: it may be somebody's.
        let mut kept = Kept::start_new(ulids(HOME_MS, OnMarkLate::Refuse), FileStore::at(folder.file())).unwrap();
        assert!(matches!(kept.generate(), Err(Cause::Refused(Refusal::MarkDue(_)))), "{what}");
        assert_eq!(kept.store_error().map(named), Some(error), "{what}");
        assert_eq!(fs::read(folder.file()).unwrap(), content, "{what}");
    }
}

#[test]
fn what_a_cut_left_beside_the_file_does_no_harm() {
    let folder = Folder::new("beside");
    let id = mint(&folder.file(), HOME_MS);
    let pid = std::process::id();
    for (name, content) in
        [(format!("mark.{pid}.new"), "mintid ma"), ("mark.1.new".into(), ""), ("mark.new".into(), "?")]
    {
        fs::write(folder.0.join(name), content).unwrap();
    }
    assert_eq!(load(&folder.file()).unwrap(), Some((HOME_MS + i64::from(WINDOW_MS)) as u64));
    assert!(mint(&folder.file(), HOME_MS - 100) > id);
    assert!(mint(&folder.file(), HOME_MS + 60_000) > id);
}

#[test]
fn what_cannot_be_written_is_an_error_and_the_id_is_late_or_refused() {
    let folder = Folder::new("unwritable");
    let a_file = folder.0.join("a file");
    fs::write(&a_file, "").unwrap();
    let a_folder = folder.0.join("a folder");
    fs::create_dir_all(a_folder.join("inside")).unwrap();
    let mut places = vec![
        ("a folder that is not there", folder.0.join("nowhere").join("mark")),
        ("a folder that is a file", a_file.join("mark")),
        ("a file that is a folder", a_folder),
    ];
    if let Some(path) = read_only_place(&folder) {
        places.push(("a folder for reading only", path));
    }
    for (what, path) in places {
        let refused = start(&path, OnMarkLate::Refuse).generate().map(|_| ());
        assert!(matches!(refused, Err(Cause::Refused(Refusal::MarkDue(_)))), "{what}: {refused:?}");
        let mut kept = start(&path, OnMarkLate::GoOn);
        let ids = [kept.generate().unwrap(), kept.generate().unwrap()];
        assert!(ids[0] < ids[1], "{what}");
        assert!(matches!(kept.store_error(), Some(FileStoreError::Io(_))), "{what}: {:?}", kept.store_error());
        assert_eq!(kept.generator_mut().meter().late, 2, "{what}");
    }
}

fn start(path: &Path, on_mark_late: OnMarkLate) -> Kept<ulid::Randomness, ManualClock, Stream, FileStore> {
    Kept::start_new(ulids(HOME_MS, on_mark_late), FileStore::at(path)).unwrap()
}

/// A place where nothing can be written, unless whoever runs this may write anywhere.
#[cfg(unix)]
fn read_only_place(folder: &Folder) -> Option<PathBuf> {
    use std::os::unix::fs::PermissionsExt;

    let path = folder.0.join("read only");
    fs::create_dir(&path).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o555)).unwrap();
    fs::write(path.join("probe"), "").is_err().then(|| path.join("mark"))
}

#[cfg(not(unix))]
fn read_only_place(_: &Folder) -> Option<PathBuf> {
    None
}

#[test]
fn threads_that_share_a_path_never_damage_the_file() {
    let folder = Folder::new("shared");
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for n in 0..100 {
                    mint(&folder.file(), HOME_MS + n);
                    load(&folder.file()).expect("the mark is whole at any time");
                }
            });
        }
    });
    assert!(load(&folder.file()).unwrap().is_some());
    let left: Vec<_> = fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, [folder.file().file_name().unwrap()], "nothing is left beside it");
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_permissions_stay_as_they_are() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = Folder::new("link");
    let link = folder.0.join("link");
    mint(&folder.file(), HOME_MS);
    fs::set_permissions(folder.file(), fs::Permissions::from_mode(0o600)).unwrap();
    symlink(folder.file(), &link).unwrap();
    mint(&link, HOME_MS + 60_000);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(load(&folder.file()).unwrap(), Some((HOME_MS + 60_000 + i64::from(WINDOW_MS)) as u64));
    assert_eq!(fs::metadata(folder.file()).unwrap().permissions().mode() & 0o777, 0o600);
}
