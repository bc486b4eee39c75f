<?php
// DirectoryIterator, keeping the iterator's own element: as published, and wrong.
// Use directory_iterator instead: every element is the one iterator, and its name is empty afterwards.
// called: DirectoryIterator, names lost
// tags: article, as-published
// sorted: no
// yields: names
// hidden: yes
// dots: yes

function list_folder(string $folder): array
{
    $entries = [];
    foreach (new DirectoryIterator($folder) as $entry) {
        $entries[] = $entry;
    }
    return $entries;
}
