// pino over pino.destination() with sync: false and minLength: lines are gathered, and written by fs.write() meanwhile.
// Use it for the log of a busy server that may lose its last lines: those that wait are lost if the process is killed.
// It syncs when it ends. After a failed write destroy it, or process.exit() tries again for ever.
// called: pino with sync: false
// tags: by-name, threaded
// needs: package pino
// stamped: by a logger
// survives: no
// durable: at the end
import { once } from 'node:events';
import pino from 'pino';

export async function logMessages(path, messages) {
    let logged = 0;
    const log = pino.destination({ dest: path, append: true, sync: false, minLength: 4096 });
    const closed = once(log, 'close');
    const logger = pino(log);
    for (const message of messages) {
        logger.info(message);
        logged++;
    }
    log.end();
    try {
        await closed;
    } catch (error) {
        log.destroy();
        error.path = path; // a failed write does not name the file
        throw error;
    }
    return logged;
}
