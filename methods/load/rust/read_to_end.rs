// File::open() and read_to_end() into an empty Vec.
// Use it when the file is open already; read_to_end() of a File asks for its size, too.
// called: read_to_end()
// unsized: yes

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

pub fn load(folder: &Path, names: &[PathBuf]) -> io::Result<Vec<Vec<u8>>> {
    let mut contents = Vec::with_capacity(names.len());
    for name in names {
        let mut content = Vec::new();
        File::open(folder.join(name))?.read_to_end(&mut content)?;
        contents.push(content);
    }
    Ok(contents)
}
