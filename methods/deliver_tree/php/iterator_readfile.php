<?php
// RecursiveDirectoryIterator finds the files, readfile() sends each.
// Use it by default: it visits hidden files too, and does not follow links into folders.
// called: RecursiveDirectoryIterator and readfile()
// tags: maps-to-4mib
// hidden: yes

function deliver_tree(string $folder): int
{
    $bytes = 0;
    $found = new RecursiveDirectoryIterator($folder, FilesystemIterator::SKIP_DOTS);
    foreach (new RecursiveIteratorIterator($found) as $file) {
        if ($file->getType() !== 'file') { // links, which isFile() would follow
            continue;
        }
        $sent = readfile($file->getPathname());
        if ($sent === false) {
            throw new RuntimeException("cannot read $file");
        }
        $bytes += $sent;
    }
    return $bytes;
}
