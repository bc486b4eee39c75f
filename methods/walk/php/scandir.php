<?php
// scandir(), calling itself for each folder, and filesize() of each file.
// Use it when an array of each folder's names is handy; without SCANDIR_SORT_NONE it sorts them, too.
// called: scandir() for each folder
// sizes: yes
// hidden: yes
// any_name: yes
// unreadable: error
// vanished: error

function walk(string $folder): array
{
    $found = ['files' => 0, 'folders' => 0, 'bytes' => 0];
    $names = scandir($folder, SCANDIR_SORT_NONE);
    if ($names === false) {
        throw new RuntimeException("cannot list $folder");
    }
    foreach ($names as $name) {
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
    return $found;
}
