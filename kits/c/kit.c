// The C kit: lines, clock, counters and the five verbs. It knows no job. See ../PROTOCOL.md.

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

static char failure[8192];

int fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(failure, sizeof failure, format, arguments);
    va_end(arguments);
    return -1;
}

int fail_at(const char *path) {
    // No longer path can be opened; the limit keeps room for the reason.
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
};

// Whether `word` is lower-case letters, digits and underscores, a letter first.
static bool is_name(const char *word) {
    return *word >= 'a' && *word <= 'z' &&
           strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789_") == strlen(word);
}

static bool is_plain(unsigned char letter) {
    return isalnum(letter) || (letter != '\0' && strchr("-._~/:,+", letter) != NULL);
}

// Turn a percent-encoded value into its bytes, in place. No value that this kit reads may hold a
// zero byte, since a path cannot.
static int decode(char *value) {
    char *end = value;
    for (const char *from = value; *from != '\0'; from++) {
        if (*from != '%') {
            if (!is_plain((unsigned char)*from))
                return fail("malformed request: a byte of a value is not percent-encoded");
            *end++ = *from;
            continue;
        }
        if (!isxdigit((unsigned char)from[1]) || !isxdigit((unsigned char)from[2]))
            return fail("malformed request: %% without two hexadecimal digits");
        *end = (char)strtol((char[]){from[1], from[2], '\0'}, NULL, 16);
        if (*end++ == '\0')
            return fail("malformed request: a value holds a zero byte");
        from += 2;
    }
    *end = '\0';
    return 0;
}

static const char *find(const struct pairs *pairs, const char *key) {
    for (size_t i = 0; i < pairs->count; i++)
        if (strcmp(pairs->pairs[i].key, key) == 0)
            return pairs->pairs[i].value;
    return NULL;
}

bool pairs_has(const struct pairs *pairs, const char *key) { return find(pairs, key) != NULL; }

// Split a line, its newline taken off, at its spaces, in place.
static int parse(char *line, struct pairs *pairs) {
    size_t spaces = 0;
    for (const char *at = line; *at != '\0'; at++)
        spaces += *at == ' ';
    free(pairs->pairs);
    *pairs = (struct pairs){.pairs = malloc((spaces + 1) * sizeof *pairs->pairs)};
    if (pairs->pairs == NULL)
        return fail("no memory for the request");

    char *rest = line;
    pairs->verb = strsep(&rest, " ");
    if (!is_name(pairs->verb))
        return fail("malformed request: no verb");
    for (char *word; (word = strsep(&rest, " ")) != NULL;) {
        char *value = strchr(word, '=');
        if (value == NULL)
            return fail("malformed request: '%.100s' is not key=value", word);
        *value++ = '\0';
        if (!is_name(word))
            return fail("malformed request: '%.100s' is no key", word);
        if (find(pairs, word) != NULL)
            return fail("malformed request: %.100s twice", word);
        if (decode(value) < 0)
            return -1;
        pairs->pairs[pairs->count++] = (struct pair){word, value};
    }
    return 0;
}

const char *pairs_text(const struct pairs *pairs, const char *key) {
    const char *value = find(pairs, key);
    if (value == NULL)
        fail("%s needs %s", pairs->verb, key);
    return value;
}

int pairs_copy(const struct pairs *pairs, const char *key, char **copy) {
    const char *value = pairs_text(pairs, key);
    if (value == NULL)
        return -1;
    char *text = strdup(value);
    if (text == NULL)
        return fail("no memory for %s", key);
    free(*copy);
    *copy = text;
    return 0;
}

int pairs_integer(const struct pairs *pairs, const char *key, int64_t lowest, int64_t *value) {
    const char *text = pairs_text(pairs, key);
    if (text == NULL)
        return -1;
    const char *digits = text + (*text == '-');
    errno = 0;
    int64_t number = strtoll(text, NULL, 10);
    if (*digits == '\0' || strspn(digits, "0123456789") != strlen(digits) || errno != 0)
        return fail("%s: %s is '%.100s', not a whole number", pairs->verb, key, text);
    if (number < lowest)
        return fail("%s: %s is %" PRId64 ", below %" PRId64, pairs->verb, key, number, lowest);
    *value = number;
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

static void reply_text(struct reply *reply, const char *key, const char *value) {
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

static void send_reply(struct reply *reply) {
    add(reply, "\n", 1);
    for (size_t sent = 0; sent < reply->bytes;) {
        ssize_t written = write(REPLIES, reply->text + sent, reply->bytes - sent);
        if (written >= 0)
            sent += (size_t)written;
        else if (errno != EINTR)
            _exit(1); // nobody is left to be told
    }
}

// ---- Clock and counters

int64_t now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * SECOND_NS + time.tv_nsec;
}

static int64_t clock_step_ns(void) {
    int64_t smallest = SECOND_NS;
    for (int i = 0; i < 1000; i++) {
        int64_t start = now_ns(), step = 0;
        while (step == 0)
            step = now_ns() - start;
        if (step < smallest)
            smallest = step;
    }
    return smallest;
}

// Sleep until shortly before, then spin: a sleep alone ends some 50 us late.
static void wait_until(int64_t start_ns) {
    const int64_t spin_ns = 200000;
    for (int64_t left_ns; (left_ns = start_ns - spin_ns - now_ns()) > 0;) {
        struct timespec pause = {.tv_sec = left_ns / SECOND_NS, .tv_nsec = left_ns % SECOND_NS};
        nanosleep(&pause, NULL);
    }
    while (now_ns() < start_ns)
        continue;
}

// ---- Windows

int window_grow(struct window *window) {
    size_t capacity = window->capacity ? 2 * window->capacity : 1 << 16;
    int64_t *moments = realloc(window->moments, capacity * sizeof *moments);
    if (moments == NULL)
        return fail("no memory for %zu moments", capacity);
    window->moments = moments;
    window->capacity = capacity;
    return 0;
}

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

static int write_moments(const struct window *window, const char *path) {
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return fail_at(path);
    size_t written = fwrite(window->moments, sizeof *window->moments, window->count, file);
    return fclose(file) != 0 || written != window->count ? fail_at(path) : 0;
}

struct counters {
    struct rusage usage;
    int64_t queue_ns; // below 0 where the system does not tell
};

// Kept open, so that reading it costs one system call; -1 where there is none.
static int schedstat = -1;

static int64_t queue_ns(void) {
    char text[128];
    ssize_t got = pread(schedstat, text, sizeof text - 1, 0);
    if (got <= 0)
        return -1;
    text[got] = '\0';
    int64_t queued_ns;
    return sscanf(text, "%*d %" SCNd64, &queued_ns) == 1 ? queued_ns : -1;
}

static int64_t nanoseconds(struct timeval time) {
    return (int64_t)time.tv_sec * SECOND_NS + (int64_t)time.tv_usec * 1000;
}

static void add_counters(struct reply *reply, const struct counters *start,
                         const struct counters *end) {
    const struct rusage *a = &start->usage, *z = &end->usage;
    reply_integer(reply, "user_ns", nanoseconds(z->ru_utime) - nanoseconds(a->ru_utime));
    reply_integer(reply, "system_ns", nanoseconds(z->ru_stime) - nanoseconds(a->ru_stime));
    if (start->queue_ns >= 0 && end->queue_ns >= 0)
        reply_integer(reply, "queue_ns", end->queue_ns - start->queue_ns);
    reply_integer(reply, "voluntary_switches", z->ru_nvcsw - a->ru_nvcsw);
    reply_integer(reply, "involuntary_switches", z->ru_nivcsw - a->ru_nivcsw);
    reply_integer(reply, "minor_faults", z->ru_minflt - a->ru_minflt);
    reply_integer(reply, "major_faults", z->ru_majflt - a->ru_majflt);
#ifdef __linux__ // elsewhere ru_inblock does not count 512 bytes
    reply_integer(reply, "device_read_bytes", (int64_t)(z->ru_inblock - a->ru_inblock) * 512);
#endif
}

// ---- Verbs

static bool prepared;

static int hello(const struct pairs *pairs, struct reply *reply) {
    int64_t protocol;
    if (pairs_integer(pairs, "protocol", INT64_MIN, &protocol) < 0)
        return -1;
    if (protocol != PROTOCOL)
        return fail("this kit speaks protocol %d, not %" PRId64, PROTOCOL, protocol);
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
    return 0;
}

static int prepare(const struct pairs *pairs, struct reply *reply) {
    (void)reply;
    prepared = false; // a request that fails midway leaves nothing to measure
    const char *name = pairs_text(pairs, "job");
    if (name == NULL)
        return -1;
    if (strcmp(name, job.name) != 0)
        return fail("this worker does the job %s, not %.100s", job.name, name);
    prepared = job.prepare(pairs) == 0;
    return prepared ? 0 : -1;
}

// The window of a request; its end is 0 where there is none.
static int read_window(const struct pairs *pairs, struct window *window) {
    window->start_ns = window->end_ns = window->every_ns = 0;
    window->count = 0;
    if (pairs_has(pairs, "start_ns") && pairs_integer(pairs, "start_ns", 0, &window->start_ns) < 0)
        return -1;
    if (!pairs_has(pairs, "end_ns"))
        return 0;
    if (pairs_has(pairs, "every_ns") && pairs_integer(pairs, "every_ns", 1, &window->every_ns) < 0)
        return -1;
    if (pairs_text(pairs, "moments") == NULL || pairs_text(pairs, "start_ns") == NULL)
        return -1;
    return pairs_integer(pairs, "end_ns", 1, &window->end_ns);
}

// Fill a window with iterations.
static int iterate_until(struct window *window, struct done *done) {
    int64_t begins_ns;
    for (int64_t number = 0; window_next(window, number, &begins_ns); number++) {
        struct done one = {0};
        if (job.iterate(1, &one) < 0 || window_add(window, begins_ns) < 0 ||
            window_add(window, now_ns()) < 0)
            return -1;
        if (done->proven && one.proof != done->proof)
            return fail("iterations gave unlike results");
        *done = (struct done){done->work + one.work, one.proven, one.proof};
    }
    return 0;
}

static int measure(const struct pairs *pairs, struct reply *reply) {
    int64_t iterations, lead_in;
    static struct window window;
    if (!prepared)
        return fail("measure before prepare");
    if (pairs_integer(pairs, "iterations", 1, &iterations) < 0 ||
        pairs_integer(pairs, "lead_in", 0, &lead_in) < 0 || read_window(pairs, &window) < 0)
        return -1;
    if (job.arrange(iterations, lead_in) < 0 || job.lead_in(lead_in) < 0)
        return -1;
    int (*fill)(struct window *, struct done *) = job.fill != NULL ? job.fill : iterate_until;
    wait_until(window.start_ns);

    struct counters start, end;
    struct done done = {0};
    start.queue_ns = queue_ns();
    getrusage(RUSAGE_SELF, &start.usage);
    int64_t began_ns = now_ns();
    int failed = window.end_ns > 0 ? fill(&window, &done) : job.iterate(iterations, &done);
    int64_t ended_ns = now_ns();
    getrusage(RUSAGE_SELF, &end.usage);
    end.queue_ns = queue_ns();
    if (failed)
        return -1;

    reply_integer(reply, "wall_ns", ended_ns - began_ns);
    if (window.end_ns > 0) {
        if (write_moments(&window, pairs_text(pairs, "moments")) < 0)
            return -1;
        reply_integer(reply, "began_ns", began_ns);
    }
    add_counters(reply, &start, &end);
    reply_integer(reply, "work", done.work);
    if (done.proven)
        reply_integer(reply, "proof", done.proof);
    return 0;
}

static int check(const struct pairs *pairs, struct reply *reply) {
    return prepared ? job.check(pairs, reply) : fail("check before prepare");
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
    return fail("unknown verb %.100s", pairs->verb);
}

// Answer requests until `bye` or the end of descriptor 3. Arguments are padding.
int main(void) {
    signal(SIGPIPE, SIG_IGN); // a sink that went away is an error of the method
    FILE *requests = fdopen(REQUESTS, "r");
    if (requests == NULL) {
        fputs("this is a worker of iotrial; it reads requests from descriptor 3\n", stderr);
        return 1;
    }
    schedstat = open("/proc/self/schedstat", O_RDONLY | O_CLOEXEC);
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
        int failed = whole ? parse(line, &pairs) : fail("malformed request: it holds a zero byte");
        if (failed || answer(&pairs, &reply) < 0) {
            begin(&reply, "error");
            reply_text(&reply, "message", failure);
        } else {
            ended = strcmp(pairs.verb, "bye") == 0;
        }
        send_reply(&reply);
    }
    return 0;
}
