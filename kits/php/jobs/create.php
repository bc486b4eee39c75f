<?php

// Adapter for `create`: write small files into a fresh folder.

declare(strict_types=1);

final class Job extends Adapter
{
    private string $output;
    /** @var list<string> */
    private array $names = [];
    private string $content;
    /** @var list<string> */
    private array $folders = [];

    public function prepare(Pairs $pairs): void
    {
        $this->output = $pairs->ownText('output');
        $this->names = numbered($pairs->text('name'), $pairs->ownInteger('files', 0));
        $this->content = letters($pairs->integer('file_bytes', 0));
    }

    public function arrange(int $iterations): void
    {
        $this->folders = outputs($this->output, $iterations);
    }

    public function iterate(int $iterations): int
    {
        [$names, $content] = [$this->names, $this->content];
        $written = 0;
        foreach ($this->folders as $folder) {
            $written += create_files($folder, $names, $content);
        }
        return $written;
    }
}
