<?php
// scandir(), calling itself for each folder; readfile() sends each file.
// Use it when the files of a folder must go out in the order of their names; all names of a folder are held.
// called: scandir() and readfile()
// tags: maps-to-4mib
// hidden: yes

function deliver_tree(string $folder): int
{
    $names = scandir($folder);
    if ($names === false) {
        throw new RuntimeException("cannot list $folder");
    }
    $bytes = 0;
    foreach ($names as $name) {
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
    return $bytes;
}
