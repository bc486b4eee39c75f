<?php
// RecursiveDirectoryIterator finds the files, fopen() and fpassthru() send each.
// Use it when something of each file is read before the rest goes out; readfile() is the same in one call.
// called: an iterator and fpassthru()
// tags: maps-to-4mib
// hidden: yes

function deliver_tree(string $folder): int
{
    $bytes = 0;
    $found = new RecursiveDirectoryIterator($folder, FilesystemIterator::SKIP_DOTS);
    foreach (new RecursiveIteratorIterator($found) as $path => $entry) {
        if ($entry->getType() !== 'file') { // links, which isFile() would follow
            continue;
        }
        $file = fopen($path, 'rb');
        if ($file === false) {
            throw new RuntimeException("cannot open $path");
        }
        $bytes += fpassthru($file);
        fclose($file);
    }
    return $bytes;
}
