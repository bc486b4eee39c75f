<?php
// fopen() and stream_get_contents().
// Use it when the file is open already, or from a place in it on; it takes what the file holds.
// called: stream_get_contents()
// unsized: yes

function load(string $folder, array $names): array
{
    $contents = [];
    foreach ($names as $name) {
        $file = fopen("$folder/$name", 'rb');
        if ($file === false) {
            throw new RuntimeException("cannot read $folder/$name");
        }
        $contents[] = stream_get_contents($file);
        fclose($file);
    }
    return $contents;
}
