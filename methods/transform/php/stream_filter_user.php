<?php
// A stream filter of your own (php_user_filter) on the way from the file to the output.
// Use it when the same change is wanted on several streams; PHP calls it for each piece of about 8 KiB.
// called: a stream filter of your own

final class Rot13Filter extends php_user_filter
{
    public function filter($in, $out, &$consumed, bool $closing): int
    {
        while ($bucket = stream_bucket_make_writeable($in)) {
            $bucket->data = str_rot13($bucket->data);
            $consumed += strlen($bucket->data);
            stream_bucket_append($out, $bucket);
        }
        return PSFS_PASS_ON;
    }
}

stream_filter_register('example.rot13', Rot13Filter::class);

function transform(string $path): int
{
    $file = fopen($path, 'rb');
    if ($file === false) {
        throw new RuntimeException("cannot open $path");
    }
    stream_filter_append($file, 'example.rot13', STREAM_FILTER_READ);
    $bytes = fpassthru($file);
    fclose($file);
    return $bytes;
}
