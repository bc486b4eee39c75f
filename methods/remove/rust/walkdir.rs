// walkdir with contents_first(), fs::remove_file() of each file and fs::remove_dir() of each folder.
// Use it when the program decides what to remove.
// called: walkdir with contents_first()
// needs: package walkdir
// refused: stops
// missing: error
// top_link: link alone
// any_name: yes
// deep: no

use std::fs;
use std::io;
use std::path::Path;
use walkdir::WalkDir;

pub fn remove_tree(folder: &Path) -> io::Result<()> {
    for entry in WalkDir::new(folder)
        .follow_root_links(false)
        .contents_first(true)
    {
        let entry = entry?;
        if entry.file_type().is_dir() {
            fs::remove_dir(entry.path())?;
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}
