<?php

// Adapter for `append`: write records to a fresh file, from opening it to closing it.

declare(strict_types=1);

require 'jobs/tagged.php';

final class Job extends Adapter
{
    private string $output;
    private int $records;
    private Repeated $same;
    private ?Tags $tags = null;
    /** @var list<string> */
    private array $paths = [];

    public function prepare(Pairs $pairs): void
    {
        $this->output = $pairs->ownText('output');
        $this->records = $pairs->ownInteger('records', 0);
        $bytes = $pairs->integer('record_bytes', 1);
        $end = $pairs->choice('ending', 'newline', 'none') === 'newline' ? "\n" : '';
        $this->same = new Repeated([letters($bytes - strlen($end)) . $end], $this->records);
        $this->tags = $pairs->has('writer') ? new Tags($pairs->integer('writer', 0), $bytes, $end) : null;
    }

    public function arrange(int $iterations): void
    {
        $this->paths = outputs($this->output, $iterations);
    }

    public function iterate(int $iterations): int
    {
        $written = 0;
        foreach ($this->paths as $path) {
            $written += append($path, $this->same->records());
        }
        return $written;
    }

    public function fill(Window $window): int
    {
        if ($this->tags === null) {
            throw new BadRequest('end_ns needs prepare with writer');
        }
        return $this->tags->fill($window, append(...), $this->paths[0], $this->records);
    }

    public function crash(int $after): void
    {
        append($this->paths[0], crashing($this->same->records(), $after));
    }
}
