// reply.sendFile() of @fastify/static: it reads the file as a stream, and knows parts and conditions.
// Use it in an application that has Fastify already.
// called: sendFile() of Fastify
// needs: package fastify
// decides: program
// ranges: yes
// conditional: yes
// streams: yes
import { basename } from 'node:path';

export function download(path, reply) {
    return reply.sendFile(basename(path));
}
