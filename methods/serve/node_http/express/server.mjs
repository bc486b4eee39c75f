// The server: an application of Express. Node runs it in one process, which uses one CPU; whoever runs it in
// production starts several, here with Node's own module for that.
import cluster from 'node:cluster';
import express from 'express';
import { Refused, fileOfLink } from './access.mjs';
import { download } from './download.mjs';

const PROCESSES = 2;

const app = express();
app.disable('x-powered-by');

app.get('/download/*name', async (request, response) => {
    const { path } = await fileOfLink(request.url);
    await download(path, response);
});

// Express knows by the number of its arguments that this answers for errors.
app.use((error, request, response, next) => {
    if (error instanceof Refused) {
        response.status(error.status).type('text/plain').send(`${error.message}\n`);
    } else if (response.headersSent) {
        next(error); // such as a client that has gone away
    } else {
        response.sendStatus(error.status ?? 500);
    }
});

if (cluster.isPrimary) {
    for (let i = 0; i < PROCESSES; i++) {
        cluster.fork();
    }
    cluster.on('exit', () => cluster.fork());
} else {
    app.listen(8000, '0.0.0.0');
}
