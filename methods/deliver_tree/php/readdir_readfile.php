<?php
// opendir() and readdir(), calling itself for each folder; readfile() sends each file.
// Use it when an iterator's objects were measured to be in the way.
// called: readdir() and readfile()
// tags: maps-to-4mib
// hidden: yes

function deliver_tree(string $folder): int
{
    $handle = opendir($folder);
    if ($handle === false) {
        throw new RuntimeException("cannot open $folder");
    }
    $bytes = 0;
    while (($name = readdir($handle)) !== false) {
        if ($name === '.' || $name === '..') {
            continue;
        }
        $path = "$folder/$name";
        $type = filetype($path); // a link is a 'link', wherever it leads
        if ($type === 'dir') {
            $bytes += deliver_tree($path);
        } elseif ($type === 'file') {
            $sent = readfile($path);
            if ($sent === false) {
                throw new RuntimeException("cannot read $path");
            }
            $bytes += $sent;
        }
    }
    closedir($handle);
    return $bytes;
}
