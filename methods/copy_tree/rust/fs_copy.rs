// std::fs::read_dir(), calling itself for each folder, and fs::copy() of each file.
// Use it by default: std has no call for a tree. Files keep their permissions, times are not kept.
// called: fs::copy() of each file
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

pub fn copy_tree(source: &Path, target: &Path) -> io::Result<()> {
    fs::create_dir(target)?;
    for entry in fs::read_dir(source)? {
        let entry = entry?;
        let (from, to) = (entry.path(), target.join(entry.file_name()));
        let kind = entry.file_type()?;
        if kind.is_dir() {
            copy_tree(&from, &to)?;
        } else if kind.is_symlink() {
            symlink(fs::read_link(from)?, to)?;
        } else {
            fs::copy(from, to)?;
        }
    }
    Ok(())
}
