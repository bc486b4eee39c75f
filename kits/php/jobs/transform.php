<?php

// Adapter for `transform`: send a file to stdout with every letter turned.

declare(strict_types=1);

final class Job extends Adapter
{
    private string $input;
    private string $leadInput;

    public function prepare(Pairs $pairs): void
    {
        $this->input = $pairs->text('input');
        $this->leadInput = $pairs->text('lead_input');
    }

    public function leadIn(int $iterations): void
    {
        $this->send($this->leadInput, $iterations);
    }

    public function iterate(int $iterations): int
    {
        return $this->send($this->input, $iterations);
    }

    public function check(Pairs $pairs): array
    {
        return ['work' => $this->iterate(1)];
    }

    private function send(string $path, int $iterations): int
    {
        $isBuffered = ob_get_level() > 0; // php.output_buffering: what stays in the buffer was not delivered
        $bytes = 0;
        for ($iteration = 0; $iteration < $iterations; $iteration++) {
            $bytes += transform($path);
            if ($isBuffered) {
                ob_flush();
            }
        }
        return $bytes;
    }
}
