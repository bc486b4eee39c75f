<?php
// DirectoryIterator, asking each element for its name.
// Use it when you want an object for each entry on the way, to ask for its type or size.
// called: DirectoryIterator
// sorted: no
// yields: names
// hidden: yes
// dots: yes

function list_folder(string $folder): array
{
    $names = [];
    foreach (new DirectoryIterator($folder) as $entry) {
        $names[] = $entry->getFilename();
    }
    return $names;
}
