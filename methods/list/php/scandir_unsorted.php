<?php
// scandir() with SCANDIR_SORT_NONE: all names, as the system gives them.
// Use it when the order does not matter.
// called: scandir() with SCANDIR_SORT_NONE
// tags: article
// sorted: no
// yields: names
// hidden: yes
// dots: yes

function list_folder(string $folder): array
{
    $names = scandir($folder, SCANDIR_SORT_NONE);
    if ($names === false) {
        throw new RuntimeException("cannot list $folder");
    }
    return $names;
}
