<?php
// stream_copy_to_stream() in a loop, 4 MiB at a time: as much as PHP before 7.4 mapped into memory at once.
// Use it where a whole large file in one call is slower, as with PHP before 7.4; else one call is simpler.
// called: stream_copy_to_stream() of 4 MiB at a time
// tags: maps-to-4mib

const PIECE_BYTES = 4194304;

function deliver(string $path): int
{
    $from = fopen($path, 'rb');
    if ($from === false) {
        throw new RuntimeException("cannot open $path");
    }
    $to = fopen('php://output', 'a');
    $bytes = 0;
    while (!feof($from)) {
        $copied = stream_copy_to_stream($from, $to, PIECE_BYTES);
        if ($copied === false) {
            throw new RuntimeException("cannot copy $path");
        }
        $bytes += $copied;
    }
    fclose($to);
    fclose($from);
    return $bytes;
}
