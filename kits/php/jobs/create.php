<?php

// Adapter for `create`: write small files into a fresh folder.

declare(strict_types=1);

final class Job extends Adapter
{
    private const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

    private string $output;
    private string $leadOutput;
    private string $content;
    /** @var list<string> */
    private array $names = [];
    /** @var list<string> */
    private array $leadNames = [];
    /** @var list<string> */
    private array $folders = [];
    /** @var list<string> */
    private array $leadFolders = [];

    public function prepare(Pairs $pairs): void
    {
        $this->output = $pairs->text('output');
        $this->leadOutput = $pairs->text('lead_output');
        $this->names = $this->numbered($pairs->text('name'), $pairs->integer('files', 0));
        $this->leadNames = $this->numbered($pairs->text('name'), $pairs->integer('lead_files', 0));
        $bytes = $pairs->integer('file_bytes', 0);
        $this->content = substr(str_repeat(self::LETTERS, intdiv($bytes, 26) + 1), 0, $bytes);
    }

    public function arrange(int $iterations, int $leadIn): void
    {
        $this->folders = $this->numbered("$this->output.", $iterations);
        $this->leadFolders = $this->numbered("$this->leadOutput.", $leadIn);
    }

    public function leadIn(int $iterations): void
    {
        $this->write($this->leadFolders, $this->leadNames);
    }

    public function iterate(int $iterations): int
    {
        return $this->write($this->folders, $this->names);
    }

    public function check(Pairs $pairs): array
    {
        $this->arrange(1, 0);
        return ['work' => $this->iterate(1)];
    }

    /**
     * @param list<string> $folders
     * @param list<string> $names
     */
    private function write(array $folders, array $names): int
    {
        $content = $this->content;
        $written = 0;
        foreach ($folders as $folder) {
            $written += create_files($folder, $names, $content);
        }
        return $written;
    }

    /** @return list<string> */
    private function numbered(string $prefix, int $count): array
    {
        $texts = [];
        for ($index = 0; $index < $count; $index++) {
            $texts[] = "$prefix$index";
        }
        return $texts;
    }
}
