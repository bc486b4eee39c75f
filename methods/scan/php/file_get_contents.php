<?php
// file_get_contents() of the whole file, its records unpacked one by one.
// Use it for files that are small beside memory_limit; a piece at a time takes next to no memory.
// called: file_get_contents()

function scan(string $path): array
{
    $content = file_get_contents($path);
    if ($content === false) {
        throw new RuntimeException("cannot read $path");
    }
    $size = strlen($content);
    $integers = $sum = $at = 0;
    while ($at + 4 <= $size) {
        $count = unpack('l', $content, $at)[1];
        if ($count < 0 || $count > 512) {
            throw new RuntimeException("$path holds no records: a count is $count");
        }
        if ($at + 4 + 4 * $count > $size) {
            break;
        }
        if ($count > 0) {
            $place = 0;
            foreach (unpack("l$count", $content, $at + 4) as $integer) {
                $sum += $place++ & 1 ? 2 * $integer : $integer;
            }
            $integers += $count;
        }
        $at += 4 + 4 * $count;
    }
    return ['integers' => $integers, 'sum' => $sum, 'rest_bytes' => $size - $at];
}
