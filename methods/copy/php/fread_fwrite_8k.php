<?php
// A loop of fread() and fwrite() of 8 KiB until the end of the file.
// Use it where each piece is looked at on its way; 8 KiB is what PHP reads at a time by itself.
// durable: no
// mode: not kept

function copy_file(string $from, string $to): void
{
    $reader = fopen($from, 'rb');
    $writer = fopen($to, 'wb');
    if ($reader === false || $writer === false) {
        throw new RuntimeException("cannot copy $from to $to");
    }
    while (!feof($reader)) {
        $piece = fread($reader, 8192);
        if ($piece === false || fwrite($writer, $piece) !== strlen($piece)) {
            throw new RuntimeException("cannot copy $from to $to");
        }
    }
    fclose($reader);
    if (!fclose($writer)) {
        throw new RuntimeException("cannot close $to");
    }
}
