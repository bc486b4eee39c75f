// walkdir, fs::create_dir() of each folder and fs::copy() of each file.
// Use it when the program decides what to copy.
// called: walkdir and fs::copy()
// needs: package walkdir
// links: kept
// mode: of files
// times: not kept
// existing: error
// unreadable: stops
// any_name: yes

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::Path;
use walkdir::WalkDir;

pub fn copy_tree(source: &Path, target: &Path) -> io::Result<()> {
    fs::create_dir(target)?;
    for entry in WalkDir::new(source).min_depth(1) {
        let entry = entry?;
        let from = entry.path();
        let below = from
            .strip_prefix(source)
            .expect("it begins with the source");
        let to = target.join(below);
        if entry.file_type().is_dir() {
            fs::create_dir(to)?;
        } else if entry.path_is_symlink() {
            symlink(fs::read_link(from)?, to)?;
        } else {
            fs::copy(from, to)?;
        }
    }
    Ok(())
}
