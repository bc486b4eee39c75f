<?php
// glob(), calling itself for each folder; readfile() sends each file.
// Use it when a pattern chooses the files; it leaves out hidden names, and each folder's own name must be escaped.
// called: glob() and readfile()
// tags: maps-to-4mib
// hidden: no

function deliver_tree(string $folder): int
{
    $paths = glob(addcslashes($folder, '*?[]\\{}') . '/*', GLOB_NOSORT);
    if ($paths === false || ($paths === [] && scandir($folder) === false)) { // unreadable looks empty
        throw new RuntimeException("cannot list $folder");
    }
    $bytes = 0;
    foreach ($paths as $path) {
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
