<?php
// RecursiveDirectoryIterator in a RecursiveIteratorIterator that goes no deeper: an object for each entry.
// Use it when the same code walks whole trees; for one folder FilesystemIterator does the same with one object less.
// called: RecursiveDirectoryIterator
// sorted: no
// yields: entries
// hidden: yes
// dots: no

function list_folder(string $folder): array
{
    $entries = new RecursiveIteratorIterator(
        new RecursiveDirectoryIterator($folder, FilesystemIterator::SKIP_DOTS),
        RecursiveIteratorIterator::SELF_FIRST,
    );
    $entries->setMaxDepth(0);
    return iterator_to_array($entries, false);
}
