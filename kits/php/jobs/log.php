<?php

// Adapter for `log`: log messages to a fresh file, from opening it to closing it.

declare(strict_types=1);

require 'jobs/tagged.php';

final class Job extends Adapter
{
    /** So many messages are different; then the first comes again. */
    private const DIFFERENT = 1000;

    private string $output;
    private int $messages;
    private Repeated $made;
    private ?Tags $tags = null;
    /** @var list<string> */
    private array $paths = [];

    public function prepare(Pairs $pairs): void
    {
        $this->output = $pairs->ownText('output');
        $this->messages = $pairs->ownInteger('messages', 0);
        $bytes = $pairs->integer('message_bytes', 1);
        $rest = letters($bytes);
        $different = [];
        for ($number = 0; $number < min($this->messages, self::DIFFERENT); $number++) {
            $different[] = substr(sprintf('%03d ', $number) . $rest, 0, $bytes);
        }
        $this->made = new Repeated($different, $this->messages);
        $this->tags = $pairs->has('writer') ? new Tags($pairs->integer('writer', 0), $bytes, '') : null;
    }

    public function arrange(int $iterations): void
    {
        $this->paths = outputs($this->output, $iterations);
    }

    public function iterate(int $iterations): int
    {
        $logged = 0;
        foreach ($this->paths as $path) {
            $logged += log_messages($path, $this->made->records());
        }
        return $logged;
    }

    public function fill(Window $window): int
    {
        if ($this->tags === null) {
            throw new BadRequest('end_ns needs prepare with writer');
        }
        return $this->tags->fill($window, log_messages(...), $this->paths[0], $this->messages);
    }

    public function crash(int $after): void
    {
        log_messages($this->paths[0], crashing($this->made->records(), $after));
    }
}
