<?php

// The PHP kit: a worker process that times one method of one job. The contract is ../PROTOCOL.md.

declare(strict_types=1);

const PROTOCOL = 1;
const REQUESTS = 'php://fd/3', REPLIES = 'php://fd/4';

// An error repeats no more bytes of a word from outside than this.
const MOST_SHOWN = 40;

// The signal that ends a process at once; the extension that names it may be missing.
const KILL = 9;

// Clock readings that are searched for the smallest step.
const CLOCK_READINGS = 1000;

// A worker sleeps until this long before a start time, and then only looks at the clock.
const AWAKE_BEFORE_NS = 1_000_000;

// Kept back, so that some memory is left to report that there is none.
const RESERVE_BYTES = 262_144;

// ---- Requests

/** A request that the contract does not allow; the message says why. */
final class BadRequest extends Exception
{
}

/** The pairs of a request. */
final class Pairs
{
    /**
     * @param array<string, string> $pairs
     * @param string $own the beginning of keys of which the work and its lead-in have one each
     */
    public function __construct(private array $pairs, private string $own = '')
    {
    }

    public function has(string $key): bool
    {
        return isset($this->pairs[$key]);
    }

    /** The value of a key that must be there. */
    public function text(string $key): string
    {
        return $this->pairs[$key] ?? throw new BadRequest("$key is missing");
    }

    /** The value of a key that must be there and be a whole number of $least or more. */
    public function integer(string $key, int $least): int
    {
        $text = $this->text($key);
        if (!preg_match('/\A[0-9]{1,18}\z/', $text) || (int) $text < $least) {
            $shown = substr($text, 0, MOST_SHOWN);
            throw new BadRequest("$key is '$shown', not a whole number of $least or more");
        }
        return (int) $text;
    }

    /** The value of a key that must be there and be one of some words. */
    public function choice(string $key, string ...$choices): string
    {
        $text = $this->text($key);
        if (!in_array($text, $choices, true)) {
            throw new BadRequest("$key is '" . substr($text, 0, MOST_SHOWN) . "', not " . implode(' or ', $choices));
        }
        return $text;
    }

    /** The text of $key, or for the lead-in that of lead_KEY. */
    public function ownText(string $key): string
    {
        return $this->text($this->own . $key);
    }

    /** The number of $key, or for the lead-in that of lead_KEY. */
    public function ownInteger(string $key, int $least): int
    {
        return $this->integer($this->own . $key, $least);
    }

    /** The same pairs, seen from the lead-in. */
    public function ofLeadIn(): Pairs
    {
        return new Pairs($this->pairs, 'lead_');
    }
}

/**
 * The verb and the pairs of a line.
 *
 * @return array{string, Pairs}
 */
function decode(string $line): array
{
    $words = explode(' ', $line);
    $verb = array_shift($words);
    $pairs = [];
    foreach ($words as $word) {
        $isPair = preg_match('~\A([a-z][a-z0-9_]*+)=([A-Za-z0-9._\~/:,+%-]*+)\z~', $word, $parts);
        if ($isPair !== 1 || preg_match('/%(?!(?!00)[0-9A-Fa-f]{2})/', $parts[2]) === 1) {
            throw new BadRequest("'" . substr($word, 0, MOST_SHOWN) . "' is no key=value");
        }
        if (isset($pairs[$parts[1]])) {
            throw new BadRequest("$parts[1] comes twice");
        }
        $pairs[$parts[1]] = rawurldecode($parts[2]);
    }
    return [$verb, new Pairs($pairs)];
}

// ---- Replies

/**
 * A reply as a line.
 *
 * @param array<string, int|string> $values
 */
function encode(string $verb, array $values): string
{
    $line = $verb;
    foreach ($values as $key => $value) {
        $escaped = strtr(rawurlencode((string) $value), ['%2F' => '/', '%3A' => ':', '%2C' => ',', '%2B' => '+']);
        $line .= " $key=$escaped";
    }
    return $line . "\n";
}

/** Write all of a line: a pipe may take less at a time. */
function send(mixed $replies, string $line): void
{
    for ($sent = 0; $sent < strlen($line);) {
        $count = fwrite($replies, $sent === 0 ? $line : substr($line, $sent));
        if ($count === false || $count === 0) {
            exit(1);
        }
        $sent += $count;
    }
}

/** An error in one line: the path and the system's words without PHP's around them, or the method's own words. */
function reason_of(Throwable $error): string
{
    if ($error instanceof BadRequest) {
        return $error->getMessage();
    }
    fwrite(STDERR, $error . "\n"); // to the log: a mistake in a method is found by its line
    $message = $error->getMessage();
    $named = '~\A[\w:\\\\]+\((.+)\): (?:Failed to open (?:stream|directory|dir): )?(.+)\z~s';
    if (preg_match($named, $message, $parts) === 1) {
        return "$parts[1]: $parts[2]";
    }
    $unnamed = '~\A[\w:\\\\]+\(\): .* failed with errno=[0-9]+ (.+)\z~s';
    if (preg_match($unnamed, $message, $parts) === 1) {
        return $parts[1];
    }
    return $error instanceof Error ? $error::class . ": $message" : $message;
}

// ---- Clock

/** The smallest step of the clock that was seen. */
function clock_step_ns(): int
{
    $smallest = PHP_INT_MAX;
    $last = hrtime(true);
    for ($reading = 0; $reading < CLOCK_READINGS; $reading++) {
        $now = hrtime(true);
        if ($now > $last) {
            $smallest = min($smallest, $now - $last);
        }
        $last = $now;
    }
    return $smallest === PHP_INT_MAX ? 1 : $smallest;
}

/** Return at a time of the clock, at once if it has passed; a sleep alone would end late. */
function wait_until(int $startNs): void
{
    while (($leftNs = $startNs - AWAKE_BEFORE_NS - hrtime(true)) > 0) {
        time_nanosleep(intdiv($leftNs, 1_000_000_000), $leftNs % 1_000_000_000);
    }
    while (hrtime(true) < $startNs) {
        continue;
    }
}

// ---- Counters

/** A process as the scheduler counts it: its time on a CPU, and its time runnable but not running. */
final class Scheduled
{
    /** @var resource|false kept open, so that the calls that read it can be told from those of the work */
    private $file;

    public function __construct(string $process)
    {
        $path = "/proc/$process/schedstat";
        $this->file = is_readable($path) ? fopen($path, 'r') : false;
        if ($this->file !== false) {
            stream_set_read_buffer($this->file, 0);
        }
    }

    /** @return array{int, int}|null null if the system does not say */
    public function read(): ?array
    {
        if ($this->file === false || !rewind($this->file)) {
            return null;
        }
        $text = fread($this->file, 128);
        if ($text === false || $text === '') {
            return null;
        }
        [$ranNs, $queueNs] = array_map('intval', explode(' ', $text));
        return $ranNs > 0 ? [$ranNs, $queueNs] : null; // a system that does not count says 0
    }
}

/**
 * The resources used between two readings of getrusage(); the system counts CPU time in microseconds.
 *
 * @param array<string, int> $before
 * @param array<string, int> $after
 * @return array<string, int>
 */
function spent(array $before, array $after): array
{
    $spent = [];
    foreach ($after as $key => $value) {
        $spent[$key] = $value - $before[$key];
    }
    $figures = [
        'user_ns' => $spent['ru_utime.tv_sec'] * 1_000_000_000 + $spent['ru_utime.tv_usec'] * 1000,
        'system_ns' => $spent['ru_stime.tv_sec'] * 1_000_000_000 + $spent['ru_stime.tv_usec'] * 1000,
        'voluntary_switches' => $spent['ru_nvcsw'],
        'involuntary_switches' => $spent['ru_nivcsw'],
        'minor_faults' => $spent['ru_minflt'],
        'major_faults' => $spent['ru_majflt'],
    ];
    if (PHP_OS_FAMILY === 'Linux') { // elsewhere the unit of ru_inblock is not 512 bytes
        $figures['device_read_bytes'] = $spent['ru_inblock'] * 512;
    }
    return $figures;
}

// ---- Windows

/** A span of time that is filled with work, and the moments of that work. */
final class Window
{
    /** @var list<int> the times at which each piece of work (a record, or an iteration) began and was done */
    public array $moments = [];

    /** Pieces of work begin before the end; they are due at an interval, or (0) one follows the other. */
    public function __construct(public readonly int $startNs, public readonly int $endNs, public readonly int $everyNs)
    {
    }

    /** Wait until the next piece of work is due, counted from 0; when it was due, or null if the window is over. */
    public function next(int $number): ?int
    {
        if ($this->everyNs === 0) {
            $now = hrtime(true);
            return $now < $this->endNs ? $now : null;
        }
        $dueNs = $this->startNs + $number * $this->everyNs;
        if ($dueNs >= $this->endNs) {
            return null;
        }
        wait_until($dueNs);
        return hrtime(true) < $this->endNs ? $dueNs : null;
    }

    /** Write the moments to a file, as integers of the machine. */
    public function write(string $path): void
    {
        $file = fopen($path, 'wb');
        foreach (array_chunk($this->moments, 8192) as $piece) {
            fwrite($file, pack('q*', ...$piece));
        }
        fclose($file);
    }
}

/** The window of a request, null if it has none. */
function window_of(Pairs $pairs): ?Window
{
    if (!$pairs->has('end_ns')) {
        return null;
    }
    $pairs->text('moments');
    $everyNs = $pairs->has('every_ns') ? $pairs->integer('every_ns', 1) : 0;
    return new Window($pairs->integer('start_ns', 0), $pairs->integer('end_ns', 1), $everyNs);
}

// ---- Heap

// Every so many pieces one is kept, so that the heap does not shrink to what it was.
const KEPT_OF = 64;

// A piece for which an allocator does all that it put off when others were given back.
const LARGE_BYTES = 65_536;

/** Take memory in pieces and give most of it back; the bytes of all pieces. */
function use_heap(int $heapBytes): int
{
    static $kept = [];
    $pieces = [];
    $taken = 0;
    for ($i = 0; $taken < $heapBytes; $i++) {
        $size = 16 + 97 * $i % 1000;
        $pieces[] = str_repeat('x', $size);
        $taken += $size;
    }
    for ($i = 0; $i < count($pieces); $i += KEPT_OF) {
        $kept[] = $pieces[$i];
    }
    unset($pieces);
    str_repeat('x', LARGE_BYTES);
    return $taken;
}

// ---- Adapters

/** The base of a job's adapter, jobs/JOB.php, which is named Job. The kit makes two: the work, and its lead-in. */
abstract class Adapter
{
    /** The number that all iterations of the last iterate() gave, if the job has a proof. */
    public ?int $proof = null;

    /** Take over the paths and sizes of a level. */
    public function prepare(Pairs $pairs): void
    {
    }

    /** Make what must exist before the work. */
    public function arrange(int $iterations): void
    {
    }

    /** Do the work; the work done by all iterations together. */
    abstract public function iterate(int $iterations): int;

    /** Work out the proof of the last iterate(), after its time was taken, if that takes a while. */
    public function prove(): void
    {
    }

    /** Fill a window with work, iteration by iteration if the adapter knows no better; the work done. */
    public function fill(Window $window): int
    {
        $work = 0;
        $proof = null;
        for ($number = 0; ($beginsNs = $window->next($number)) !== null; $number++) {
            $work += $this->iterate(1);
            $window->moments[] = $beginsNs;
            $window->moments[] = hrtime(true);
            if ($number > 0 && $this->proof !== $proof) {
                throw new BadRequest('iterations gave unlike results');
            }
            $proof = $this->proof;
        }
        return $work;
    }

    /**
     * Do one iteration, or die in the middle of it, and return what proves it.
     *
     * @return array<string, int|string>
     */
    public function check(Pairs $pairs): array
    {
        $this->arrange(1);
        if ($pairs->has('crash_after')) {
            $this->crash($pairs->integer('crash_after', 0));
        }
        return ['work' => $this->iterate(1)];
    }

    /** Do one iteration, and end this process at once when the method has asked for so many records and one more. */
    public function crash(int $after): void
    {
        throw new BadRequest('crash_after is not for this job');
    }
}

/**
 * So many texts that end in a number from 0 on.
 *
 * @return list<string>
 */
function numbered(string $prefix, int $count): array
{
    $texts = [];
    for ($index = 0; $index < $count; $index++) {
        $texts[] = "$prefix$index";
    }
    return $texts;
}

/**
 * The output of each iteration.
 *
 * @return list<string>
 */
function outputs(string $prefix, int $iterations): array
{
    return numbered("$prefix.", $iterations);
}

/** So many bytes: the letters from a to z, again and again. */
function letters(int $size): string
{
    $alphabet = 'abcdefghijklmnopqrstuvwxyz';
    return substr(str_repeat($alphabet, intdiv($size, strlen($alphabet)) + 1), 0, $size);
}

/**
 * The numbers of a file that has one in each line.
 *
 * @return list<int>
 */
function numbers_of(string $path): array
{
    return array_map('intval', file($path));
}

/**
 * The texts of a file in which a zero byte follows each.
 *
 * @return list<string>
 */
function texts_of(string $path): array
{
    return array_slice(explode("\0", file_get_contents($path)), 0, -1);
}

/**
 * Hand out so many items; this process ends at once, and leaves everything as it is, if another is asked for.
 *
 * @param iterable<string> $items
 * @return Generator<int, string>
 */
function crashing(iterable $items, int $count): Generator
{
    foreach ($items as $item) {
        if ($count-- === 0) {
            break;
        }
        yield $item;
    }
    if (function_exists('posix_kill')) {
        posix_kill(getmypid(), KILL);
    }
    if (function_exists('pcntl_exec')) { // the first process of a sandbox is spared that signal
        pcntl_exec('/bin/sh', ['-c', 'exit 1']);
    }
    exec('kill -' . KILL . ' ' . getmypid()); // without these extensions only another process can end this one so
}

// ---- Verbs

/** The five verbs. */
final class Kit
{
    private bool $isPrepared = false;
    private ?Scheduled $own = null;
    /** @var array<int, Scheduled> */
    private array $readers = [];

    public function __construct(private string $job, private Adapter $work, private Adapter $leadIn)
    {
    }

    /** The reply to a request, as a line. */
    public function answer(string $verb, Pairs $pairs): string
    {
        return match ($verb) {
            'hello' => encode('hello', $this->hello($pairs)),
            'prepare' => encode('ready', $this->prepare($pairs)),
            'measure' => encode('sample', $this->measure($pairs)),
            'check' => encode('checked', $this->check($pairs)),
            'bye' => encode('bye', []),
            default => throw new BadRequest("unknown verb '" . substr($verb, 0, MOST_SHOWN) . "'"),
        };
    }

    /** @return array<string, int|string> */
    private function hello(Pairs $pairs): array
    {
        $version = $pairs->integer('protocol', 0);
        if ($version !== PROTOCOL) {
            throw new BadRequest("protocol is $version, this kit speaks " . PROTOCOL);
        }
        $figures = [
            'protocol' => PROTOCOL,
            'language' => 'php',
            'runtime' => 'PHP ' . PHP_VERSION,
            'clock_step_ns' => clock_step_ns(),
        ];
        if ($pairs->has('heap_bytes')) {
            $figures['heap_bytes'] = use_heap($pairs->integer('heap_bytes', 0));
        }
        return $figures;
    }

    /** @return array<string, int|string> */
    private function prepare(Pairs $pairs): array
    {
        $this->isPrepared = false; // a request that fails midway leaves nothing to measure
        $job = $pairs->text('job');
        if ($job !== $this->job) {
            throw new BadRequest("job is '" . substr($job, 0, MOST_SHOWN) . "', this worker does '$this->job'");
        }
        $this->work->prepare($pairs);
        $this->leadIn->prepare($pairs->ofLeadIn());
        $this->isPrepared = true;
        return [];
    }

    /** The reader that a request names; null if it names none. */
    private function readerOf(Pairs $pairs): ?Scheduled
    {
        if (!$pairs->has('reader')) {
            return null;
        }
        $process = $pairs->integer('reader', 1);
        return $this->readers[$process] ??= new Scheduled((string) $process);
    }

    /** @return array<string, int|string> */
    private function measure(Pairs $pairs): array
    {
        $this->requirePrepared('measure');
        $iterations = $pairs->integer('iterations', 1);
        $leadIn = $pairs->integer('lead_in', 0);
        $startNs = $pairs->has('start_ns') ? $pairs->integer('start_ns', 0) : 0;
        $window = window_of($pairs);
        $own = $this->own ??= new Scheduled('self');
        $reader = $this->readerOf($pairs);
        $work = $this->work;
        $work->arrange($iterations);
        $work->proof = null;
        if ($leadIn > 0) {
            $this->leadIn->arrange($leadIn);
            $this->leadIn->iterate($leadIn);
        }
        if (function_exists('memory_reset_peak_usage')) {
            memory_reset_peak_usage();
        }
        wait_until($startNs);
        // The queue is read next to the clock: getrusage() may find that the worker's turn is over, and the wait for the
        // next one is no part of the work.
        $before = getrusage();
        $readerBefore = $reader?->read();
        $ownBefore = $own->read();
        $beganNs = hrtime(true);
        $done = $window === null ? $work->iterate($iterations) : $work->fill($window);
        $endedNs = hrtime(true);
        $ownAfter = $own->read();
        $readerAfter = $reader?->read();
        $after = getrusage();
        $work->prove();
        $figures = ['wall_ns' => $endedNs - $beganNs, 'work' => $done] + spent($before, $after);
        if ($ownBefore !== null && $ownAfter !== null) {
            $figures['queue_ns'] = $ownAfter[1] - $ownBefore[1];
        }
        if ($readerBefore !== null && $readerAfter !== null) {
            $figures['reader_ns'] = $readerAfter[0] - $readerBefore[0];
            $figures['reader_queue_ns'] = $readerAfter[1] - $readerBefore[1];
        }
        if ($work->proof !== null) {
            $figures['proof'] = $work->proof;
        }
        $figures['runtime_peak_bytes'] = memory_get_peak_usage(false);
        $figures['runtime_peak_real_bytes'] = memory_get_peak_usage(true);
        if ($window !== null) {
            $window->write($pairs->text('moments'));
            $figures['began_ns'] = $beganNs;
        }
        return $figures;
    }

    /** @return array<string, int|string> */
    private function check(Pairs $pairs): array
    {
        $this->requirePrepared('check');
        return $this->work->check($pairs);
    }

    private function requirePrepared(string $verb): void
    {
        if (!$this->isPrepared) {
            throw new BadRequest("$verb before prepare");
        }
    }
}

// ---- The worker

/** Behave alike under any configuration: only the job writes to stdout, and every complaint is an exception. */
function settle(): void
{
    ini_set('display_errors', 'stderr');
    ini_set('html_errors', '0');
    ini_set('log_errors', '0');
    error_reporting(E_ALL);
    set_time_limit(0);
    ignore_user_abort(true);
    set_error_handler(static function (int $level, string $message, string $file, int $line): bool {
        if ((error_reporting() & $level) === 0) { // a method silenced it by @
            return true;
        }
        throw new ErrorException($message, 0, $level, $file, $line);
    });
}

/** Answer requests until one is `bye` or there are no more. */
function serve(Kit $kit, mixed $requests, mixed $replies): void
{
    $isOwing = false;
    $reserve = str_repeat("\0", RESERVE_BYTES);
    register_shutdown_function(static function () use (&$isOwing, &$reserve, $replies): void {
        $reserve = null;
        if ($isOwing) { // a fatal error, such as a memory limit: nothing else ends this process within a request
            $message = error_get_last()['message'] ?? 'ended by itself, as exit() does';
            send($replies, encode('error', ['message' => explode("\n", $message)[0]]));
        }
    });
    while (($line = fgets($requests)) !== false && str_ends_with($line, "\n")) {
        $isOwing = true;
        $level = ob_get_level();
        $line = substr($line, 0, -1);
        try {
            [$verb, $pairs] = decode($line);
            $reply = $kit->answer($verb, $pairs);
        } catch (Throwable $error) {
            while (ob_get_level() > $level) {
                ob_end_clean();
            }
            [$verb, $reply] = ['error', encode('error', ['message' => reason_of($error)])];
        }
        $isOwing = false;
        send($replies, $reply);
        if ($verb === 'bye') {
            return;
        }
    }
}

if ($argc < 3) {
    fwrite(STDERR, "usage: php kit.php ADAPTER METHOD [PADDING]; iotrial starts it\n");
    exit(2);
}
settle();
// for files that adapters share, of any tree, before those of packages
set_include_path(implode(PATH_SEPARATOR, [dirname($argv[1]), __DIR__, get_include_path()]));
require $argv[2];
require $argv[1];
serve(new Kit(basename($argv[1], '.php'), new Job(), new Job()), fopen(REQUESTS, 'rb'), fopen(REPLIES, 'wb'));
