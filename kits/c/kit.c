// The C kit: a worker process that times one method of one job. The contract is ../PROTOCOL.md.

#include "kit.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { PROTOCOL = 1, REQUESTS = 3, REPLIES = 4, SECOND_NS = 1000000000 };

// An error repeats no more bytes of a word from outside than this.
#define MOST_SHOWN "40"

// Clock readings that are searched for the smallest step.
enum { CLOCK_READINGS = 1000 };

// A worker sleeps until this long before a start time, and then only looks at the clock.
enum { AWAKE_BEFORE_NS = 1000000 };

// The words of the reply `error`.
static char failure[8192];

int fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(failure, sizeof failure, format, arguments);
    va_end(arguments);
    return -1;
}

int fail_at(const char *path) {
    // No longer path can be opened, and this much leaves room for the reason.
    return fail("%.4096s: %s", path, strerror(errno));
}

// ---- Requests

struct pair {
    char *key, *value;
};

struct pairs {
    const char *verb;
    struct pair *pairs;
    size_t count;
    const char *own; // the beginning of keys of which the work and its lead-in have one each
};

static const char *find(const struct pairs *pairs, const char *key) {
    for (size_t i = 0; i < pairs->count; i++)
        if (strcmp(pairs->pairs[i].key, key) == 0)
            return pairs->pairs[i].value;
    return NULL;
}

bool pairs_has(const struct pairs *pairs, const char *key) { return find(pairs, key) != NULL; }

const char *pairs_text(const struct pairs *pairs, const char *key) {
    const char *value = find(pairs, key);
    if (value == NULL)
        fail("%.100s is missing", key);
    return value;
}

int pairs_integer(const struct pairs *pairs, const char *key, int64_t least, int64_t *value) {
    const char *text = pairs_text(pairs, key);
    if (text == NULL)
        return -1;
    size_t digits = strspn(text, "0123456789");
    *value = strtoll(text, NULL, 10);
    if (digits == 0 || digits > 18 || text[digits] != '\0' || *value < least)
        return fail("%.100s is '%." MOST_SHOWN "s', not a whole number of %" PRId64 " or more", key,
                    text, least);
    return 0;
}

int pairs_choice(const struct pairs *pairs, const char *key, const char *first, const char *second,
                 bool *is_first) {
    const char *text = pairs_text(pairs, key);
    if (text == NULL)
        return -1;
    *is_first = strcmp(text, first) == 0;
    if (!*is_first && strcmp(text, second) != 0)
        return fail("%.100s is '%." MOST_SHOWN "s', not %s or %s", key, text, first, second);
    return 0;
}

enum { LONGEST_KEY = 100 };

// The name of a key of which the work and its lead-in have one each.
static const char *own_key(const struct pairs *pairs, const char *key, char name[LONGEST_KEY]) {
    snprintf(name, LONGEST_KEY, "%s%s", pairs->own, key);
    return name;
}

int pairs_own_text(const struct pairs *pairs, const char *key, char **copy) {
    char name[LONGEST_KEY];
    const char *value = pairs_text(pairs, own_key(pairs, key, name));
    if (value == NULL)
        return -1;
    char *text = strdup(value);
    if (text == NULL)
        return fail("no memory for %s", name);
    free(*copy);
    *copy = text;
    return 0;
}

int pairs_own_integer(const struct pairs *pairs, const char *key, int64_t least, int64_t *value) {
    char name[LONGEST_KEY];
    return pairs_integer(pairs, own_key(pairs, key, name), least, value);
}

// The bytes of a file whose path is that of `key`, and a zero byte behind them; how many of them
// are the last of a piece. NULL and a failure if it cannot be read.
static char *own_file(const struct pairs *pairs, const char *key, char end, int64_t *pieces) {
    char *path = NULL, *bytes = NULL;
    if (pairs_own_text(pairs, key, &path) < 0)
        return NULL;
    FILE *file = fopen(path, "rb");
    size_t room = 0, size = 0, read = 1;
    while (file != NULL && read > 0) {
        room = 2 * size + BUFSIZ;
        char *larger = realloc(bytes, room + 1);
        if (larger == NULL)
            break;
        bytes = larger;
        read = fread(bytes + size, 1, room - size, file);
        size += read;
    }
    if (file == NULL || read > 0 || ferror(file)) {
        fail_at(path);
        free(bytes);
        bytes = NULL;
    } else {
        bytes[size] = '\0';
        for (size_t i = *pieces = 0; i < size; i++)
            *pieces += bytes[i] == end;
    }
    if (file != NULL)
        fclose(file);
    free(path);
    return bytes;
}

int pairs_own_texts(const struct pairs *pairs, const char *key, struct texts *texts,
                    int64_t *count) {
    char *bytes = own_file(pairs, key, '\0', count);
    if (bytes == NULL)
        return -1;
    texts_free(texts);
    texts->letters = bytes;
    texts->texts = calloc((size_t)*count + 1, sizeof *texts->texts);
    if (texts->texts == NULL)
        return fail("no memory for %" PRId64 " texts", *count);
    for (int64_t i = 0; i < *count; i++, bytes += strlen(bytes) + 1)
        texts->texts[i] = bytes;
    return 0;
}

int pairs_own_numbers(const struct pairs *pairs, const char *key, int64_t **numbers,
                      int64_t *count) {
    char *bytes = own_file(pairs, key, '\n', count), *at = bytes;
    if (bytes == NULL)
        return -1;
    free(*numbers);
    *numbers = calloc((size_t)*count + 1, sizeof **numbers);
    for (int64_t i = 0; i < *count && *numbers != NULL; i++)
        (*numbers)[i] = strtoll(at, &at, 10);
    free(bytes);
    return *numbers != NULL ? 0 : fail("no memory for %" PRId64 " numbers", *count);
}

static bool is_plain(unsigned char letter) {
    return isalnum(letter) || (letter != '\0' && strchr("-._~/:,+", letter) != NULL);
}

static bool is_pair(const char *word) {
    size_t key = strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789_");
    if (!islower((unsigned char)*word) || word[key] != '=')
        return false;
    for (const char *at = word + key + 1; *at != '\0'; at++) {
        if (*at != '%' && !is_plain((unsigned char)*at))
            return false;
        if (*at == '%') {
            if (!isxdigit((unsigned char)at[1]) || !isxdigit((unsigned char)at[2]))
                return false;
            if (at[1] == '0' && at[2] == '0')
                return false;
            at += 2;
        }
    }
    return true;
}

// Turn a percent-encoded value into its bytes, in place.
static void unescape(char *value) {
    char *end = value;
    for (const char *from = value; *from != '\0'; from++) {
        if (*from == '%') {
            *end++ = (char)strtol((char[]){from[1], from[2], '\0'}, NULL, 16);
            from += 2;
        } else {
            *end++ = *from;
        }
    }
    *end = '\0';
}

// The verb and the pairs of a line, its newline taken off, in place.
static int decode(char *line, struct pairs *pairs) {
    size_t spaces = 0;
    for (const char *at = line; *at != '\0'; at++)
        spaces += *at == ' ';
    free(pairs->pairs);
    *pairs = (struct pairs){.pairs = malloc((spaces + 1) * sizeof *pairs->pairs), .own = ""};
    if (pairs->pairs == NULL)
        return fail("no memory for the request");
    char *rest = line;
    pairs->verb = strsep(&rest, " ");
    for (char *word; (word = strsep(&rest, " ")) != NULL;) {
        if (!is_pair(word))
            return fail("'%." MOST_SHOWN "s' is no key=value", word);
        char *value = strchr(word, '=');
        *value++ = '\0';
        if (pairs_has(pairs, word))
            return fail("%.4096s comes twice", word);
        unescape(value);
        pairs->pairs[pairs->count++] = (struct pair){word, value};
    }
    return 0;
}

// ---- Replies

struct reply {
    char *text;
    size_t bytes, capacity;
};

static void add(struct reply *reply, const char *text, size_t bytes) {
    if (bytes > reply->capacity - reply->bytes) {
        reply->capacity = 2 * (reply->bytes + bytes);
        reply->text = realloc(reply->text, reply->capacity);
        if (reply->text == NULL) {
            fputs("no memory for a reply\n", stderr);
            _exit(1);
        }
    }
    memcpy(reply->text + reply->bytes, text, bytes);
    reply->bytes += bytes;
}

static void begin(struct reply *reply, const char *verb) {
    reply->bytes = 0;
    add(reply, verb, strlen(verb));
}

void reply_text(struct reply *reply, const char *key, const char *value) {
    add(reply, " ", 1);
    add(reply, key, strlen(key));
    add(reply, "=", 1);
    for (; *value != '\0'; value++) {
        char code[4];
        snprintf(code, sizeof code, "%%%02X", (unsigned char)*value);
        bool plain = is_plain((unsigned char)*value);
        add(reply, plain ? value : code, plain ? 1 : 3);
    }
}

void reply_integer(struct reply *reply, const char *key, int64_t value) {
    char digits[32];
    snprintf(digits, sizeof digits, "%" PRId64, value);
    reply_text(reply, key, digits);
}

// Write all of a reply: a pipe may take less at a time.
static void send_all(struct reply *reply) {
    add(reply, "\n", 1);
    for (size_t sent = 0; sent < reply->bytes;) {
        ssize_t written = write(REPLIES, reply->text + sent, reply->bytes - sent);
        if (written >= 0)
            sent += (size_t)written;
        else if (errno != EINTR)
            _exit(1); // nobody is left to tell
    }
}

// ---- Clock

int64_t now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * SECOND_NS + time.tv_nsec;
}

// The smallest step of the clock that was seen.
static int64_t clock_step_ns(void) {
    int64_t smallest = SECOND_NS, last = now_ns();
    for (int reading = 0; reading < CLOCK_READINGS; reading++) {
        int64_t now = now_ns();
        if (now > last && now - last < smallest)
            smallest = now - last;
        last = now;
    }
    return smallest;
}

// Return at a time of the clock, at once if it has passed; a sleep alone would end late.
static void wait_until(int64_t start_ns) {
    for (int64_t left_ns; (left_ns = start_ns - AWAKE_BEFORE_NS - now_ns()) > 0;) {
        struct timespec pause = {.tv_sec = left_ns / SECOND_NS, .tv_nsec = left_ns % SECOND_NS};
        nanosleep(&pause, NULL);
    }
    while (now_ns() < start_ns)
        continue;
}

// ---- Counters

// A process as the scheduler counts it: its time on a CPU, and its time runnable but not running.
struct scheduled {
    int64_t ran_ns, queue_ns; // below 0 if the system does not say
};

struct counters {
    struct rusage usage;
    struct scheduled own, reader;
};

// The worker's own file and that of the sink's reader. Kept open, so that reading one costs one
// system call; -1 if there is none.
static int schedstat = -1, reader_schedstat = -1;

static int open_schedstat(const char *process) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%.20s/schedstat", process);
    return open(path, O_RDONLY | O_CLOEXEC);
}

static struct scheduled scheduled(int file) {
    struct scheduled none = {-1, -1}, found;
    char text[128];
    ssize_t got = file < 0 ? -1 : pread(file, text, sizeof text - 1, 0);
    if (got <= 0)
        return none;
    text[got] = '\0';
    const char *form = "%" SCNd64 " %" SCNd64;
    bool told = sscanf(text, form, &found.ran_ns, &found.queue_ns) == 2;
    return told && found.ran_ns > 0 ? found : none; // a system that does not count says 0
}

// Open the file of the reader that a request names, if it names one.
static int find_reader(const struct pairs *pairs) {
    if (reader_schedstat >= 0)
        close(reader_schedstat);
    reader_schedstat = -1;
    int64_t reader;
    if (!pairs_has(pairs, "reader"))
        return 0;
    if (pairs_integer(pairs, "reader", 1, &reader) < 0)
        return -1;
    reader_schedstat = open_schedstat(pairs_text(pairs, "reader"));
    return 0;
}

// The queue is read next to the clock: getrusage() may find that the worker's turn is over, and
// the wait for the next one is no part of the work.
static void read_before(struct counters *before) {
    getrusage(RUSAGE_SELF, &before->usage);
    before->reader = scheduled(reader_schedstat);
    before->own = scheduled(schedstat);
}

static void read_after(struct counters *after) {
    after->own = scheduled(schedstat);
    after->reader = scheduled(reader_schedstat);
    getrusage(RUSAGE_SELF, &after->usage);
}

static int64_t nanoseconds(struct timeval time) {
    return (int64_t)time.tv_sec * SECOND_NS + (int64_t)time.tv_usec * 1000;
}

// The resources used between two readings.
static void add_spent(struct reply *reply, const struct counters *start,
                      const struct counters *end) {
    const struct rusage *a = &start->usage, *z = &end->usage;
    reply_integer(reply, "user_ns", nanoseconds(z->ru_utime) - nanoseconds(a->ru_utime));
    reply_integer(reply, "system_ns", nanoseconds(z->ru_stime) - nanoseconds(a->ru_stime));
    if (start->own.queue_ns >= 0 && end->own.queue_ns >= 0)
        reply_integer(reply, "queue_ns", end->own.queue_ns - start->own.queue_ns);
    if (start->reader.ran_ns >= 0 && end->reader.ran_ns >= 0) {
        reply_integer(reply, "reader_ns", end->reader.ran_ns - start->reader.ran_ns);
        reply_integer(reply, "reader_queue_ns", end->reader.queue_ns - start->reader.queue_ns);
    }
    reply_integer(reply, "voluntary_switches", z->ru_nvcsw - a->ru_nvcsw);
    reply_integer(reply, "involuntary_switches", z->ru_nivcsw - a->ru_nivcsw);
    reply_integer(reply, "minor_faults", z->ru_minflt - a->ru_minflt);
    reply_integer(reply, "major_faults", z->ru_majflt - a->ru_majflt);
#ifdef __linux__ // elsewhere ru_inblock does not count 512 bytes
    reply_integer(reply, "device_read_bytes", (int64_t)(z->ru_inblock - a->ru_inblock) * 512);
#endif
}

// ---- Windows

bool window_next(const struct window *window, int64_t number, int64_t *begins_ns) {
    if (window->every_ns > 0) {
        *begins_ns = window->start_ns + number * window->every_ns;
        if (*begins_ns >= window->end_ns)
            return false;
        wait_until(*begins_ns);
        return now_ns() < window->end_ns;
    }
    *begins_ns = now_ns();
    return *begins_ns < window->end_ns;
}

int window_grow(struct window *window) {
    size_t capacity = window->capacity ? 2 * window->capacity : 1 << 16;
    int64_t *moments = realloc(window->moments, capacity * sizeof *moments);
    if (moments == NULL)
        return fail("no memory for %zu moments", capacity);
    window->moments = moments;
    window->capacity = capacity;
    return 0;
}

// Write the moments to a file, as integers of the machine.
static int window_write(const struct window *window, const char *path) {
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return fail_at(path);
    size_t written = fwrite(window->moments, sizeof *window->moments, window->count, file);
    return fclose(file) != 0 || written != window->count ? fail_at(path) : 0;
}

// The window of a request; its end is 0 if it has none.
static int window_of(const struct pairs *pairs, struct window *window) {
    window->start_ns = window->end_ns = window->every_ns = 0;
    window->count = 0;
    if (pairs_has(pairs, "start_ns") && pairs_integer(pairs, "start_ns", 0, &window->start_ns) < 0)
        return -1;
    if (!pairs_has(pairs, "end_ns"))
        return 0;
    if (pairs_text(pairs, "moments") == NULL)
        return -1;
    if (pairs_has(pairs, "every_ns") && pairs_integer(pairs, "every_ns", 1, &window->every_ns) < 0)
        return -1;
    if (pairs_text(pairs, "start_ns") == NULL)
        return -1;
    return pairs_integer(pairs, "end_ns", 1, &window->end_ns);
}

// ---- Heap

// Every so many pieces one is kept, so that the heap does not shrink to what it was.
enum { KEPT_OF = 64 };

// A piece for which an allocator does all that it put off when others were given back.
enum { LARGE_BYTES = 65536 };

struct piece {
    struct piece *next;
    char rest[];
};

// Take memory in pieces and give most of it back; set the bytes of all pieces.
static int use_heap(int64_t heap_bytes, int64_t *taken) {
    struct piece *first = NULL, **last = &first;
    bool is_short = false;
    *taken = 0;
    for (int64_t i = 0; *taken < heap_bytes; i++) {
        size_t size = (size_t)(16 + 97 * i % 1000);
        struct piece *piece = malloc(size);
        is_short = piece == NULL;
        if (is_short)
            break;
        memset(piece->rest, 'x', size - sizeof *piece);
        piece->next = NULL;
        *last = piece;
        last = &piece->next;
        *taken += (int64_t)size;
    }
    static struct piece *kept;
    for (int64_t i = 0; first != NULL; i++) {
        struct piece *piece = first;
        first = piece->next;
        if (i % KEPT_OF == 0) {
            piece->next = kept;
            kept = piece;
        } else {
            free(piece);
        }
    }
    void *volatile large = malloc(LARGE_BYTES); // else the compiler could leave both out
    free(large);
    return is_short ? fail("%s", strerror(ENOMEM)) : 0;
}

// ---- Adapters

// Fill a window with iterations.
static int fill_with_iterations(const struct task *task, struct window *window, struct done *done) {
    int64_t begins_ns;
    for (int64_t number = 0; window_next(window, number, &begins_ns); number++) {
        struct done one = {0};
        if (job.iterate(task, 1, &one) < 0 || window_add(window, begins_ns) < 0 ||
            window_add(window, now_ns()) < 0)
            return -1;
        if (done->proven && one.proof != done->proof)
            return fail("iterations gave unlike results");
        *done = (struct done){done->work + one.work, one.proven, one.proof};
    }
    return 0;
}

static int arrange(struct task *task, int64_t iterations) {
    return job.arrange != NULL ? job.arrange(task, iterations) : 0;
}

// Do one iteration in the middle of which this process ends.
static int crash(const struct task *task, const struct pairs *pairs) {
    int64_t after;
    if (pairs_integer(pairs, "crash_after", 0, &after) < 0)
        return -1;
    return job.crash != NULL ? job.crash(task, after) : fail("crash_after is not for this job");
}

// Do one iteration, or die in the middle of it; its work is the proof of it.
static int check_work(struct task *task, const struct pairs *pairs, struct reply *reply) {
    struct done done = {0};
    if (arrange(task, 1) < 0 || (pairs_has(pairs, "crash_after") && crash(task, pairs) < 0) ||
        job.iterate(task, 1, &done) < 0)
        return -1;
    reply_integer(reply, "work", done.work);
    return 0;
}

int numbered(struct texts *texts, const char *prefix, const char *between, int64_t count) {
    size_t stride = strlen(prefix) + strlen(between) + sizeof "9223372036854775807";
    if (texts_make(texts, count, stride) < 0)
        return -1;
    for (int64_t i = 0; i < count; i++)
        snprintf(texts->letters + (size_t)i * stride, stride, "%s%s%" PRId64, prefix, between, i);
    return 0;
}

int outputs(struct texts *texts, const char *prefix, int64_t iterations) {
    return numbered(texts, prefix, ".", iterations);
}

int texts_make(struct texts *texts, int64_t count, size_t bytes) {
    texts_free(texts);
    texts->texts = calloc((size_t)count + 1, sizeof *texts->texts);
    texts->letters = calloc((size_t)count + 1, bytes);
    if (texts->texts == NULL || texts->letters == NULL)
        return fail("no memory for %" PRId64 " texts", count);
    for (int64_t i = 0; i < count; i++)
        texts->texts[i] = texts->letters + (size_t)i * bytes;
    return 0;
}

void texts_free(struct texts *texts) {
    free(texts->texts);
    free(texts->letters);
    *texts = (struct texts){0};
}

int letters(char **bytes, int64_t size) {
    free(*bytes);
    *bytes = malloc((size_t)size + 1);
    if (*bytes == NULL)
        return fail("no memory for %" PRId64 " bytes", size);
    for (int64_t i = 0; i < size; i++)
        (*bytes)[i] = (char)('a' + i % 26);
    return 0;
}

bool crashing(struct record *record) {
    (void)record;
    raise(SIGKILL);
    _exit(1); // the first process of a sandbox is spared that signal
}

// ---- Verbs

// The two tasks of the adapter: the work, and its lead-in.
static struct task *work_task, *lead_in_task;
static bool is_prepared;

static int hello(const struct pairs *pairs, struct reply *reply) {
    int64_t version;
    if (pairs_integer(pairs, "protocol", 0, &version) < 0)
        return -1;
    if (version != PROTOCOL)
        return fail("protocol is %" PRId64 ", this kit speaks %d", version, PROTOCOL);
    char runtime[64];
#ifdef __clang__
    snprintf(runtime, sizeof runtime, "clang %d.%d.%d", __clang_major__, __clang_minor__,
             __clang_patchlevel__);
#else
    snprintf(runtime, sizeof runtime, "gcc %d.%d.%d", __GNUC__, __GNUC_MINOR__,
             __GNUC_PATCHLEVEL__);
#endif
    reply_integer(reply, "protocol", PROTOCOL);
    reply_text(reply, "language", "c");
    reply_text(reply, "runtime", runtime);
    reply_integer(reply, "clock_step_ns", clock_step_ns());
    if (pairs_has(pairs, "heap_bytes")) {
        int64_t heap_bytes, taken;
        if (pairs_integer(pairs, "heap_bytes", 0, &heap_bytes) < 0 ||
            use_heap(heap_bytes, &taken) < 0)
            return -1;
        reply_integer(reply, "heap_bytes", taken);
    }
    return 0;
}

static int prepare(const struct pairs *pairs, struct reply *reply) {
    (void)reply;
    is_prepared = false; // a request that fails midway leaves nothing to measure
    const char *name = pairs_text(pairs, "job");
    if (name == NULL)
        return -1;
    if (strcmp(name, job.name) != 0)
        return fail("job is '%." MOST_SHOWN "s', this worker does '%s'", name, job.name);
    struct pairs of_lead_in = *pairs;
    of_lead_in.own = "lead_";
    is_prepared = job.prepare == NULL || (job.prepare(pairs, work_task) == 0 &&
                                          job.prepare(&of_lead_in, lead_in_task) == 0);
    return is_prepared ? 0 : -1;
}

static int lead_in_with(int64_t iterations) {
    if (iterations == 0)
        return 0;
    if (arrange(lead_in_task, iterations) < 0)
        return -1;
    return job.iterate(lead_in_task, iterations, &(struct done){0});
}

static int measure(const struct pairs *pairs, struct reply *reply) {
    int64_t iterations, lead_in;
    static struct window window;
    if (!is_prepared)
        return fail("measure before prepare");
    if (pairs_integer(pairs, "iterations", 1, &iterations) < 0 ||
        pairs_integer(pairs, "lead_in", 0, &lead_in) < 0 || window_of(pairs, &window) < 0 ||
        find_reader(pairs) < 0)
        return -1;
    bool has_window = window.end_ns > 0;
    if (arrange(work_task, iterations) < 0)
        return -1;
    if (lead_in_with(lead_in) < 0)
        return -1;
    int (*fill)(const struct task *, struct window *, struct done *) =
        job.fill != NULL ? job.fill : fill_with_iterations;
    wait_until(window.start_ns);

    struct counters before, after;
    struct done done = {0};
    read_before(&before);
    int64_t began_ns = now_ns();
    int failed =
        has_window ? fill(work_task, &window, &done) : job.iterate(work_task, iterations, &done);
    int64_t ended_ns = now_ns();
    read_after(&after);
    if (failed || (job.prove != NULL && job.prove(work_task, &done) < 0))
        return -1;

    reply_integer(reply, "wall_ns", ended_ns - began_ns);
    reply_integer(reply, "work", done.work);
    add_spent(reply, &before, &after);
    if (done.proven)
        reply_integer(reply, "proof", done.proof);
    if (has_window) {
        if (window_write(&window, pairs_text(pairs, "moments")) < 0)
            return -1;
        reply_integer(reply, "began_ns", began_ns);
    }
    return 0;
}

static int check(const struct pairs *pairs, struct reply *reply) {
    if (!is_prepared)
        return fail("check before prepare");
    return (job.check != NULL ? job.check : check_work)(work_task, pairs, reply);
}

static int bye(const struct pairs *pairs, struct reply *reply) {
    (void)pairs, (void)reply;
    return 0;
}

static const struct verb {
    const char *name, *reply;
    int (*answer)(const struct pairs *pairs, struct reply *reply);
} verbs[] = {
    {"hello", "hello", hello},   {"prepare", "ready", prepare}, {"measure", "sample", measure},
    {"check", "checked", check}, {"bye", "bye", bye},
};

static int answer(const struct pairs *pairs, struct reply *reply) {
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (strcmp(pairs->verb, verbs[i].name) == 0) {
            begin(reply, verbs[i].reply);
            return verbs[i].answer(pairs, reply);
        }
    return fail("unknown verb '%." MOST_SHOWN "s'", pairs->verb);
}

// ---- The worker

// Answer requests until `bye` or the end of descriptor 3. Arguments are padding.
int main(void) {
    signal(SIGPIPE, SIG_IGN); // a sink that went away is an error of the method
    FILE *requests = fdopen(REQUESTS, "r");
    if (requests == NULL) {
        fputs("this is a worker of iotrial; it reads requests from descriptor 3\n", stderr);
        return 1;
    }
    schedstat = open_schedstat("self");
    work_task = calloc(1, job.task_bytes + 1);
    lead_in_task = calloc(1, job.task_bytes + 1);
    if (work_task == NULL || lead_in_task == NULL)
        return 1;
    static char *line;
    size_t capacity = 0;
    static struct pairs pairs;
    static struct reply reply;
    bool ended = false;
    for (ssize_t got; !ended && (got = getline(&line, &capacity, requests)) > 0;) {
        if (line[got - 1] != '\n')
            break; // the orchestrator went away in the middle of a line
        line[got - 1] = '\0';
        bool whole = strlen(line) == (size_t)got - 1;
        int failed = whole ? decode(line, &pairs) : fail("the request holds a zero byte");
        if (failed || answer(&pairs, &reply) < 0) {
            begin(&reply, "error");
            reply_text(&reply, "message", failure);
        } else {
            ended = strcmp(pairs.verb, "bye") == 0;
        }
        send_all(&reply);
    }
    return 0;
}
