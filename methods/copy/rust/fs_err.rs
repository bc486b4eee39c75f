// fs_err::copy(): std::fs::copy(), with an error that names both paths.
// Use it in place of std::fs wherever people read the errors; if there is none, it adds nothing.
// called: fs_err::copy()
// tags: untouched
// needs: package fs-err
// durable: no
// mode: kept

use std::io;
use std::path::Path;

pub fn copy_file(source: &Path, target: &Path) -> io::Result<()> {
    fs_err::copy(source, target).map(|_| ())
}
