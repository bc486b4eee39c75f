<?php
// opendir() and readdir(), calling itself for each folder, and filesize() of each file.
// Use it when folders are large: no array is made of the names.
// called: readdir() for each folder
// sizes: yes
// hidden: yes
// any_name: yes
// unreadable: error
// vanished: error

function walk(string $folder): array
{
    $found = ['files' => 0, 'folders' => 0, 'bytes' => 0];
    $entries = opendir($folder);
    if ($entries === false) {
        throw new RuntimeException("cannot open $folder");
    }
    while (($name = readdir($entries)) !== false) {
        if ($name === '.' || $name === '..') {
            continue;
        }
        $path = "$folder/$name";
        $type = filetype($path); // a link is a 'link', wherever it leads
        if ($type === 'dir') {
            $found['folders']++;
            foreach (walk($path) as $what => $number) {
                $found[$what] += $number;
            }
        } elseif ($type === 'file') {
            $found['files']++;
            $found['bytes'] += filesize($path);
        }
    }
    closedir($entries);
    return $found;
}
