<?php
// One packed file and an index of offsets; stream_get_contents() at the offset of each item.
// Use it when many items are written once and read often; to change one, the file is packed anew.
// called: one packed file

function read_blobs(string $folder, array $names): array
{
    $places = [];
    foreach (file("$folder/blobs.index", FILE_IGNORE_NEW_LINES) as $line) {
        [$at, $size, $name] = explode(' ', $line, 3);
        $places[$name] = [(int) $size, (int) $at];
    }
    $items = $bytes = $ends = 0;
    $packed = fopen("$folder/blobs.pack", 'r');
    foreach ($names as $name) {
        [$size, $at] = $places[$name] ?? throw new RuntimeException("there is no $name");
        $item = $size ? stream_get_contents($packed, $size, $at) : '';
        $items++;
        $bytes += strlen($item);
        if ($item !== '') {
            $ends += ord($item[0]) + ord($item[-1]);
        }
    }
    fclose($packed);
    return ['items' => $items, 'bytes' => $bytes, 'ends' => $ends];
}
