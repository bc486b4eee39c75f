<?php
// file_get_contents() of a file for each item.
// Use it by default: tools of every kind can read, change and remove one item.
// called: a file for each item

function read_blobs(string $folder, array $names): array
{
    $items = $bytes = $ends = 0;
    foreach ($names as $name) {
        $item = file_get_contents("$folder/files/$name");
        if ($item === false) {
            throw new RuntimeException("cannot read $name");
        }
        $items++;
        $bytes += strlen($item);
        if ($item !== '') {
            $ends += ord($item[0]) + ord($item[-1]);
        }
    }
    return ['items' => $items, 'bytes' => $bytes, 'ends' => $ends];
}
