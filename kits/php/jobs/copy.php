<?php

// Adapter for `copy`: copy a file to another one, which is not there yet.

declare(strict_types=1);

final class Job extends Adapter
{
    private string $input;
    private int $inputBytes;
    private string $output;
    /** @var list<string> */
    private array $paths = [];

    public function prepare(Pairs $pairs): void
    {
        $this->input = $pairs->ownText('input');
        clearstatcache();
        $this->inputBytes = filesize($this->input);
        $this->output = $pairs->ownText('output');
    }

    public function arrange(int $iterations): void
    {
        $this->paths = outputs($this->output, $iterations);
    }

    public function iterate(int $iterations): int
    {
        $source = $this->input;
        foreach ($this->paths as $path) {
            copy_file($source, $path);
        }
        return $this->inputBytes * $iterations;
    }
}
