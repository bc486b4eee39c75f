<?php
// stream_copy_to_stream(): from an open file to php://output.
// Use it when the destination may also be another stream than the output; its speed has changed with PHP's versions.
// tags: article, maps-to-4mib

function deliver(string $path): int
{
    $from = fopen($path, 'rb');
    if ($from === false) {
        throw new RuntimeException("cannot open $path");
    }
    $to = fopen('php://output', 'a');
    $bytes = stream_copy_to_stream($from, $to);
    fclose($to);
    fclose($from);
    if ($bytes === false) {
        throw new RuntimeException("cannot copy $path");
    }
    return $bytes;
}
