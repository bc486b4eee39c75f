// The server, which is the same whatever way a file is sent. Node runs it in one process, which uses one CPU;
// whoever runs it in production starts several, here with Node's own module for that.
import cluster from 'node:cluster';
import { createServer } from 'node:http';
import { Refused, fileOfLink } from './access.mjs';
import { download } from './download.mjs';

const PROCESSES = 2;

async function answer(request, response) {
    try {
        const { path, size } = await fileOfLink(request.url);
        await download(path, size, request, response);
    } catch (error) {
        if (error instanceof Refused) {
            response.statusCode = error.status;
            response.setHeader('Content-Type', 'text/plain');
            response.end(`${error.message}\n`);
        } else if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') {
            // that is a client that has gone away
            console.error(error);
            response.destroy();
        }
    }
}

if (cluster.isPrimary) {
    for (let i = 0; i < PROCESSES; i++) {
        cluster.fork();
    }
    cluster.on('exit', () => cluster.fork());
} else {
    createServer(answer).listen(8000, '0.0.0.0');
}
