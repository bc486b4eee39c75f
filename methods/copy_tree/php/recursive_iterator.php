<?php
// RecursiveIteratorIterator with SELF_FIRST, mkdir() of each folder and copy() of each file.
// Use it by default; copy() follows links, so ask for isLink() before, and permissions are not kept.
// called: RecursiveDirectoryIterator and copy()
// links: kept
// mode: not kept
// times: not kept
// existing: error
// unreadable: stops
// any_name: yes

function copy_tree(string $source, string $target): void
{
    $entries = new RecursiveIteratorIterator(
        new RecursiveDirectoryIterator($source, FilesystemIterator::SKIP_DOTS),
        RecursiveIteratorIterator::SELF_FIRST,
    );
    $is_done = mkdir($target);
    foreach ($entries as $path => $entry) {
        $copy = $target . substr($path, strlen($source));
        if ($entry->isLink()) {
            $is_done = symlink($entry->getLinkTarget(), $copy) && $is_done;
        } else {
            $is_done = ($entry->isDir() ? mkdir($copy) : copy($path, $copy)) && $is_done;
        }
        if (!$is_done) {
            throw new RuntimeException("cannot copy $path");
        }
    }
}
