<?php
// SplFileObject::fread() until eof(), in pieces.
// Use it when the file is an object anyway; each piece is copied into the whole.
// called: SplFileObject::fread()
// parameters: piece_bytes 1024..16777216
// unsized: yes

const PIECE_BYTES = 65536;

function load(string $folder, array $names): array
{
    $contents = [];
    foreach ($names as $name) {
        $file = new SplFileObject("$folder/$name", 'rb');
        $content = '';
        while (!$file->eof()) {
            $content .= $file->fread(PIECE_BYTES);
        }
        $contents[] = $content;
    }
    return $contents;
}
