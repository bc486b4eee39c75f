<?php
// is_readable() of each path.
// Use it when the file is read next: what may not be read counts as missing.
// called: is_readable()
// tells: existence
// finds: anything
// links: followed
// slashes: kept
// denied: missing

function stat_all(string $folder, array $names): array
{
    $files = 0;
    foreach ($names as $name) {
        $files += is_readable("$folder/$name") ? 1 : 0;
    }
    return ['files' => $files, 'bytes' => 0, 'newest' => 0];
}
