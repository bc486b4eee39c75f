// pino over pino.destination(): one write for each line of JSON, with the level, the time, the process and the host.
// Use it for the log of a server; the program waits for each write, and a failed one is thrown. It syncs when it ends.
// called: pino
// tags: by-name
// needs: package pino
// stamped: by a logger
// survives: kill
// durable: at the end
import { once } from 'node:events';
import pino from 'pino';

export async function logMessages(path, messages) {
    let logged = 0;
    const log = pino.destination({ dest: path, append: true, sync: true });
    const logger = pino(log);
    try {
        for (const message of messages) {
            logger.info(message);
            logged++;
        }
    } catch (error) {
        log.destroy(); // end() would write once more what could not be written
        error.path = path; // a failed write does not name the file
        throw error;
    }
    log.end();
    await once(log, 'close');
    return logged;
}
