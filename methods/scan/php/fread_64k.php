<?php
// fread() of 64 KiB at a time, whole records unpacked from what is there.
// Use it when a binary file must be read in PHP; the arithmetic in PHP costs far more than the reading.
// called: fread() of 64 KiB at once

function scan(string $path): array
{
    $file = fopen($path, 'rb');
    if ($file === false) {
        throw new RuntimeException("cannot open $path");
    }
    $integers = $sum = 0;
    $held = '';
    while (!feof($file)) {
        $piece = fread($file, 65536);
        if ($piece === false) {
            throw new RuntimeException("cannot read $path");
        }
        $held .= $piece;
        $at = 0;
        while ($at + 4 <= strlen($held)) {
            $count = unpack('l', $held, $at)[1];
            if ($count < 0 || $count > 512) {
                throw new RuntimeException("$path holds no records: a count is $count");
            }
            if ($at + 4 + 4 * $count > strlen($held)) {
                break;
            }
            if ($count > 0) {
                $place = 0;
                foreach (unpack("l$count", $held, $at + 4) as $integer) {
                    $sum += $place++ & 1 ? 2 * $integer : $integer;
                }
                $integers += $count;
            }
            $at += 4 + 4 * $count;
        }
        $held = substr($held, $at);
    }
    fclose($file);
    return ['integers' => $integers, 'sum' => $sum, 'rest_bytes' => strlen($held)];
}
