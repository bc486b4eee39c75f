<?php
// file_get_contents() of each file.
// Use it by default: it asks for the size first, and takes what the file holds, whatever that was told to be.
// called: file_get_contents()
// unsized: yes

function load(string $folder, array $names): array
{
    $contents = [];
    foreach ($names as $name) {
        $content = file_get_contents("$folder/$name");
        if ($content === false) {
            throw new RuntimeException("cannot read $folder/$name");
        }
        $contents[] = $content;
    }
    return $contents;
}
