<?php
// scandir(), calling itself for each folder, unlink() of each file and rmdir() of each folder.
// Use it when a function of a few lines is preferred; is_dir() follows links, so ask for is_link() before.
// called: scandir() for each folder
// refused: stops
// missing: error
// top_link: link alone
// any_name: yes
// deep: no

function remove_tree(string $folder): void
{
    if (is_link($folder) || !is_dir($folder)) {
        $is_gone = unlink($folder);
    } else {
        foreach (scandir($folder, SCANDIR_SORT_NONE) as $name) {
            if ($name !== '.' && $name !== '..') {
                remove_tree("$folder/$name");
            }
        }
        $is_gone = rmdir($folder);
    }
    if (!$is_gone) {
        throw new RuntimeException("cannot remove $folder");
    }
}
