<?php
// scandir(): all names, sorted.
// Use it when the order matters.
// called: scandir()
// tags: article
// sorted: yes
// yields: names
// hidden: yes
// dots: yes

function list_folder(string $folder): array
{
    $names = scandir($folder);
    if ($names === false) {
        throw new RuntimeException("cannot list $folder");
    }
    return $names;
}
