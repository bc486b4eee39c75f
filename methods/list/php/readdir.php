<?php
// opendir(), readdir() until false, closedir().
// Use it when you want to stop early, or never hold all names at once.
// called: readdir()
// tags: article
// sorted: no
// yields: names
// hidden: yes
// dots: yes

function list_folder(string $folder): array
{
    $handle = opendir($folder);
    if ($handle === false) {
        throw new RuntimeException("cannot open $folder");
    }
    $names = [];
    while (($name = readdir($handle)) !== false) {
        $names[] = $name;
    }
    closedir($handle);
    return $names;
}
