<?php
// RecursiveDirectoryIterator finds the files, file_get_contents() reads each, and echo sends it.
// Use it when the content of each file is looked at; the largest file must fit into memory.
// called: an iterator and file_get_contents()
// hidden: yes

function deliver_tree(string $folder): int
{
    $bytes = 0;
    $found = new RecursiveDirectoryIterator($folder, FilesystemIterator::SKIP_DOTS);
    foreach (new RecursiveIteratorIterator($found) as $path => $entry) {
        if ($entry->getType() !== 'file') { // links, which isFile() would follow
            continue;
        }
        $content = file_get_contents($path);
        if ($content === false) {
            throw new RuntimeException("cannot read $path");
        }
        echo $content;
        $bytes += strlen($content);
    }
    return $bytes;
}
