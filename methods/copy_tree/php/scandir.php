<?php
// scandir(), calling itself for each folder, and copy() of each file, to which links are files like others.
// Use it when a function of a few lines is preferred, and there are no links, or what they lead to is wanted.
// called: scandir() and copy()
// links: followed
// mode: not kept
// times: not kept
// existing: merged
// unreadable: stops
// any_name: yes

function copy_tree(string $source, string $target): void
{
    if (!is_dir($source)) {
        if (!copy($source, $target)) {
            throw new RuntimeException("cannot copy $source");
        }
        return;
    }
    if (!is_dir($target) && !mkdir($target)) {
        throw new RuntimeException("cannot make $target");
    }
    foreach (scandir($source, SCANDIR_SORT_NONE) as $name) {
        if ($name !== '.' && $name !== '..') {
            copy_tree("$source/$name", "$target/$name");
        }
    }
}
