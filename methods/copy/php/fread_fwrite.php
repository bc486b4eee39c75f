<?php
// A loop of fread() and fwrite() until the end of the file.
// Use it when each piece is looked at on its way; 8 KiB is what PHP reads at a time by itself.
// called: fread() and fwrite() of {piece_bytes}
// parameters: piece_bytes 512..16777216
// durable: no
// mode: not kept

const PIECE_BYTES = 8192;

function copy_file(string $from, string $to): void
{
    $reader = fopen($from, 'rb');
    $writer = fopen($to, 'wb');
    if ($reader === false || $writer === false) {
        throw new RuntimeException("cannot copy $from to $to");
    }
    while (!feof($reader)) {
        $piece = fread($reader, PIECE_BYTES);
        if ($piece === false || fwrite($writer, $piece) !== strlen($piece)) {
            throw new RuntimeException("cannot copy $from to $to");
        }
    }
    fclose($reader);
    if (!fclose($writer)) {
        throw new RuntimeException("cannot close $to");
    }
}
