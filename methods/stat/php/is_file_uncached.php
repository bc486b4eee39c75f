<?php
// clearstatcache() and is_file() of each path.
// Use it when one path is looked up again and again and others may remove it meanwhile: PHP asks each time then.
// called: is_file() after clearstatcache()
// tells: existence
// finds: files
// links: followed
// slashes: kept
// denied: missing

function stat_all(string $folder, array $names): array
{
    $files = 0;
    foreach ($names as $name) {
        clearstatcache();
        $files += is_file("$folder/$name") ? 1 : 0;
    }
    return ['files' => $files, 'bytes' => 0, 'newest' => 0];
}
