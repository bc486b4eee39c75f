// The crate remove_dir_all: by descriptors of folders, and in Windows again if an entry is busy.
// Use it for programs that run on Windows, too, where std's may fail while others have a file open. It opens each entry
// to see what it is, so that a named pipe in the tree keeps it waiting.
// called: the crate remove_dir_all
// needs: package remove_dir_all
// refused: stops
// missing: error
// top_link: followed
// any_name: yes
// deep: yes

use std::io;
use std::path::Path;

pub fn remove_tree(folder: &Path) -> io::Result<()> {
    remove_dir_all::remove_dir_all(folder)
}
