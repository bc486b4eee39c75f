<?php
// file_put_contents() to another name in the folder, then rename().
// Use it when others read the files: they see the old one or the whole new one, never a part.
// called: file_put_contents(), then rename()
// durable: no
// atomic: yes

function create_files(string $folder, array $names, string $content): int
{
    $bytes = strlen($content);
    foreach ($names as $name) {
        $path = "$folder/$name";
        if (file_put_contents("$path.part", $content) !== $bytes || !rename("$path.part", $path)) {
            throw new RuntimeException("cannot write $path");
        }
    }
    return count($names);
}
