<?php
// stream_copy_to_stream(): from one open file to another.
// Use it when one of the two is a stream, an upload or an archive's member.
// tags: untouched
// durable: no
// mode: not kept

function copy_file(string $from, string $to): void
{
    $reader = fopen($from, 'rb');
    $writer = fopen($to, 'wb');
    if ($reader === false || $writer === false || stream_copy_to_stream($reader, $writer) === false) {
        throw new RuntimeException("cannot copy $from to $to");
    }
    fclose($reader);
    if (!fclose($writer)) {
        throw new RuntimeException("cannot close $to");
    }
}
