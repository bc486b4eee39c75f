<?php
// RecursiveIteratorIterator with CHILD_FIRST, unlink() of each file and rmdir() of each folder.
// Use it by default, and look first that the path is no link: what that leads to would be emptied. isDir() is true for
// a link to a folder, too, so ask for isLink() before.
// called: RecursiveDirectoryIterator with CHILD_FIRST
// refused: stops
// missing: error
// top_link: followed
// any_name: yes
// deep: no

function remove_tree(string $folder): void
{
    $entries = new RecursiveIteratorIterator(
        new RecursiveDirectoryIterator($folder, FilesystemIterator::SKIP_DOTS),
        RecursiveIteratorIterator::CHILD_FIRST,
    );
    foreach ($entries as $path => $entry) {
        $is_gone = $entry->isDir() && !$entry->isLink() ? rmdir($path) : unlink($path);
        if (!$is_gone) {
            throw new RuntimeException("cannot remove $path");
        }
    }
    if (!rmdir($folder)) {
        throw new RuntimeException("cannot remove $folder");
    }
}
