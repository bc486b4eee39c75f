// std::fs::remove_dir_all(), which removes by descriptors of folders, so that no link is followed.
// Use it by default; it stops at the first entry that it cannot remove.
// called: std::fs::remove_dir_all()
// refused: stops
// missing: error
// top_link: link alone
// any_name: yes
// deep: yes

use std::fs;
use std::io;
use std::path::Path;

pub fn remove_tree(folder: &Path) -> io::Result<()> {
    fs::remove_dir_all(folder)
}
