<?php

// unlink() of each file, and rmdir().
// Use it when the names are known.

declare(strict_types=1);

function remove_folder(string $path, array $names): void
{
    foreach ($names as $name) {
        unlink("$path/$name");
    }
    rmdir($path);
}
