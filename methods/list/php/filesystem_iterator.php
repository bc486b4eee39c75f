<?php
// FilesystemIterator giving paths, without the dots.
// Use it when you want paths or SplFileInfo objects that stay valid after the loop.
// called: FilesystemIterator
// sorted: no
// yields: paths
// hidden: yes
// dots: no

function list_folder(string $folder): array
{
    $paths = [];
    $flags = FilesystemIterator::CURRENT_AS_PATHNAME | FilesystemIterator::SKIP_DOTS;
    foreach (new FilesystemIterator($folder, $flags) as $path) {
        $paths[] = $path;
    }
    return $paths;
}
