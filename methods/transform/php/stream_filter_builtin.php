<?php
// The filter string.rot13, which PHP brings along, on the way from the file to the output.
// Use it when a filter that PHP has does what you need; nothing of the data passes through PHP code.
// called: a stream filter of PHP

function transform(string $path): int
{
    $file = fopen($path, 'rb');
    if ($file === false) {
        throw new RuntimeException("cannot open $path");
    }
    stream_filter_append($file, 'string.rot13', STREAM_FILTER_READ);
    $bytes = fpassthru($file);
    fclose($file);
    return $bytes;
}
