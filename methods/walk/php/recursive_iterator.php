<?php
// RecursiveDirectoryIterator in a RecursiveIteratorIterator, and getSize() of each file.
// Use it by default: it goes into no link, and throws at a folder that may not be read. LEAVES_ONLY, which is what it
// does if nothing is said, leaves out the folders.
// called: RecursiveDirectoryIterator
// sizes: yes
// hidden: yes
// any_name: yes
// unreadable: error
// vanished: error

function walk(string $folder): array
{
    $found = ['files' => 0, 'folders' => 0, 'bytes' => 0];
    $entries = new RecursiveIteratorIterator(
        new RecursiveDirectoryIterator($folder, FilesystemIterator::SKIP_DOTS),
        RecursiveIteratorIterator::SELF_FIRST,
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
