<?php
// file_put_contents() for each file.
// Use it by default; whoever reads meanwhile may see a file that is half written.
// called: file_put_contents()
// durable: no
// atomic: no

function create_files(string $folder, array $names, string $content): int
{
    $bytes = strlen($content);
    foreach ($names as $name) {
        if (file_put_contents("$folder/$name", $content) !== $bytes) {
            throw new RuntimeException("cannot write $folder/$name");
        }
    }
    return count($names);
}
