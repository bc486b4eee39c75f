// A small HTTP/1.1 server for floors: it knows GET and HEAD, and keeps connections.
// Whoever asks for /download/NAME gets the file, or 404 if there is none.
// It is started as: server PORT FOLDER
#define _GNU_SOURCE 1
#include "http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <unistd.h>

enum { EVENTS = 64, PATH_BYTES = 4096 };

static const char *files; // the folder of all that may be asked for

// Open the file that a request is for; -1 if there is none. Names have letters, digits and "._-".
static int file_of(const char *request, off_t *size) {
    char name[256], path[PATH_BYTES], after = 0;
    struct stat about;
    if (sscanf(request, "%*s /download/%255[A-Za-z0-9._-]%c", name, &after) != 2 ||
        name[0] == '.' || (after != '?' && after != ' '))
        return -1;
    snprintf(path, sizeof path, "%s/%s", files, name);
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file >= 0 && fstat(file, &about) == 0 && S_ISREG(about.st_mode)) {
        *size = about.st_size;
        return file;
    }
    close(file);
    return -1;
}

// Begin the answer to a request, whose head is whole.
static void begin(struct client *client) {
    const char *request = client->request;
    bool is_get = strncmp(request, "GET ", 4) == 0, is_head = strncmp(request, "HEAD ", 5) == 0;
    off_t size = 0;
    client->is_last = !(is_get || is_head) || strstr(request, " HTTP/1.1\r\n") == NULL ||
                      strcasestr(request, "\r\nConnection: close\r\n") != NULL;
    client->file = is_get || is_head ? file_of(request, &size) : -1;
    client->head_size = (size_t)snprintf(
        client->head, sizeof client->head,
        "HTTP/1.1 %s\r\nContent-Type: application/octet-stream\r\nContent-Length: %lld\r\n%s\r\n",
        client->file >= 0 ? "200 OK" : "404 Not Found", (long long)size,
        client->is_last ? "Connection: close\r\n" : "");
    client->head_sent = 0;
    client->sent = 0;
    client->size = is_get ? size : 0;
}

// Send what the client takes of an answer: 1 if that was all, 0 if more is left, -1 if it failed.
static int send_on(struct client *client) {
    ssize_t sent;
    for (; client->head_sent < client->head_size; client->head_sent += (size_t)sent) {
        sent = send(client->socket, client->head + client->head_sent,
                    client->head_size - client->head_sent, client->size > 0 ? MSG_MORE : 0);
        if (sent < 0)
            return errno == EAGAIN ? 0 : -1;
    }
    for (; client->sent < client->size; client->sent += sent)
        if ((sent = send_part(client)) <= 0) // 0: the file has become shorter
            return sent < 0 && errno == EAGAIN ? 0 : -1;
    client->head_size = 0;
    if (client->file >= 0)
        close(client->file);
    client->file = -1;
    return client->is_last ? -1 : 1;
}

// Read and answer requests until the client must do something; false if the connection has ended.
static bool serve(struct client *client) {
    for (;;) {
        int done = client->head_size > 0 ? send_on(client) : 1;
        if (done <= 0)
            return done == 0;
        client->request[client->got] = 0;
        char *end = strstr(client->request, "\r\n\r\n");
        if (end != NULL) {
            end[2] = 0;
            begin(client);
            client->got -= (size_t)(end + 4 - client->request);
            memmove(client->request, end + 4, client->got); // of the next request, if it has come
            continue;
        }
        size_t room = REQUEST_BYTES - client->got; // 0: no request is that long, and got is 0
        ssize_t got = recv(client->socket, client->request + client->got, room, 0);
        if (got <= 0)
            return got < 0 && errno == EAGAIN;
        client->got += (size_t)got;
    }
}

static void part_with(struct client *client) {
    if (client->file >= 0)
        close(client->file);
    close(client->socket);
    free(client->own);
    free(client);
}

// Serve the clients of an epoll instance.
static void *work(void *instance) {
    struct epoll_event events[EVENTS];
    for (;;) {
        int count = epoll_wait(*(int *)instance, events, EVENTS, -1);
        for (int i = 0; i < count; i++)
            if (!serve(events[i].data.ptr))
                part_with(events[i].data.ptr);
    }
    return NULL;
}

// Listen at the port, for this machine alone; -1 if that is not possible.
static int listener(uint16_t port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int door = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
    setsockopt(door, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    setsockopt(door, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on); // connections inherit it
    if (bind(door, (struct sockaddr *)&address, sizeof address) != 0 || listen(door, 1024) != 0)
        return -1;
    return door;
}

// Take clients and hand them out in turn to threads, of which there is one for each CPU.
int main(int count_of_words, char **words) {
    static int instances[CPU_SETSIZE];
    cpu_set_t cpus;
    int count = sched_getaffinity(0, sizeof cpus, &cpus) == 0 ? CPU_COUNT(&cpus) : 1;
    if (count_of_words != 3)
        return 2;
    files = words[2];
    signal(SIGPIPE, SIG_IGN); // a client that has gone away is known by EPIPE
    for (int i = 0; i < count; i++) {
        pthread_t thread;
        if ((instances[i] = epoll_create1(EPOLL_CLOEXEC)) < 0 ||
            pthread_create(&thread, NULL, work, &instances[i]) != 0)
            return 1;
    }
    int door = listener((uint16_t)atoi(words[1]));
    for (int turn = 0; door >= 0; turn = (turn + 1) % count) {
        struct client *client = calloc(1, sizeof *client);
        if (client == NULL)
            break;
        client->file = -1;
        client->socket = accept4(door, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLET, .data.ptr = client};
        if (epoll_ctl(instances[turn], EPOLL_CTL_ADD, client->socket, &event) != 0)
            part_with(client); // also if there was none to be taken
    }
    perror("no client can be taken");
    return 1;
}
