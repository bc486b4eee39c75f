// The server: an application of Fastify. Node runs it in one process, which uses one CPU; whoever runs it in
// production starts several, here with Node's own module for that.
import cluster from 'node:cluster';
import fastifyStatic from '@fastify/static';
import fastify from 'fastify';
import { Refused, fileOfLink } from './access.mjs';
import { download } from './download.mjs';

const PROCESSES = 2;
const FILES = '/srv/files';

const app = fastify();
app.register(fastifyStatic, { root: FILES, serve: false, dotfiles: 'allow' });

app.get('/download/*', async (request, reply) => {
    const { path } = await fileOfLink(request.url);
    return download(path, reply);
});

app.setErrorHandler((error, request, reply) => {
    if (error instanceof Refused) {
        return reply.code(error.status).type('text/plain').send(`${error.message}\n`);
    }
    return reply.code(error.statusCode ?? 500).send();
});

if (cluster.isPrimary) {
    for (let i = 0; i < PROCESSES; i++) {
        cluster.fork();
    }
    cluster.on('exit', () => cluster.fork());
} else {
    app.listen({ port: 8000, host: '0.0.0.0' });
}
