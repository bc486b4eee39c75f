<?php

// file_put_contents(), which empties the file first: whoever reads meanwhile may see an empty file.
// Use it when nobody reads the file meanwhile.

declare(strict_types=1);

function overwrite(string $path, string $content): void
{
    file_put_contents($path, $content);
}
