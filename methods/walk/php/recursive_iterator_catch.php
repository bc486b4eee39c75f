<?php
// RecursiveDirectoryIterator in a RecursiveIteratorIterator with CATCH_GET_CHILD, and getSize() of each file.
// Use it when folders that may not be read are to be left out, which nothing tells then.
// called: RecursiveDirectoryIterator with CATCH_GET_CHILD
// sizes: yes
// hidden: yes
// any_name: yes
// unreadable: left out
// vanished: error

function walk(string $folder): array
{
    $found = ['files' => 0, 'folders' => 0, 'bytes' => 0];
    $entries = new RecursiveIteratorIterator(
        new RecursiveDirectoryIterator($folder, FilesystemIterator::SKIP_DOTS),
        RecursiveIteratorIterator::SELF_FIRST,
        RecursiveIteratorIterator::CATCH_GET_CHILD,
    );
    foreach ($entries as $entry) {
        $type = $entry->getType(); // a link is a 'link', wherever it leads
        if ($type === 'dir') {
            $found['folders']++;
        } elseif ($type === 'file') {
            $found['files']++;
            $found['bytes'] += $entry->getSize();
        }
    }
    return $found;
}
