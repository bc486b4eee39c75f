<?php
// glob(), calling itself for each folder, and filesize() of each file.
// Use it when a pattern chooses the files: it leaves out hidden folders and all that is in them, a folder that may not
// be read is an empty one to it, and each folder's own name must be escaped.
// called: glob() for each folder
// sizes: yes
// hidden: no
// any_name: yes
// unreadable: left out
// vanished: error

function walk(string $folder): array
{
    $found = ['files' => 0, 'folders' => 0, 'bytes' => 0];
    $paths = glob(addcslashes($folder, '*?[]\\{}') . '/*', GLOB_NOSORT);
    if ($paths === false) {
        throw new RuntimeException("cannot list $folder");
    }
    foreach ($paths as $path) {
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
