// fs_extra's dir::copy() with content_only and copy_inside, which copies what links lead to.
// Use it for its progress and its options, where there are no links; it walks the tree once before, for the sizes.
// called: fs_extra's dir::copy()
// needs: package fs_extra
// links: followed
// mode: of files
// times: not kept
// existing: error
// unreadable: stops
// any_name: no

use fs_extra::dir::{copy, CopyOptions};
use std::io;
use std::path::Path;

pub fn copy_tree(source: &Path, target: &Path) -> io::Result<()> {
    let options = CopyOptions::new().content_only(true).copy_inside(true);
    match copy(source, target, &options) {
        Ok(_) => Ok(()),
        Err(error) => Err(io::Error::new(io::ErrorKind::Other, error)),
    }
}
