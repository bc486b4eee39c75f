// A console over fs.createWriteStream(), as the documentation shows it, with the time and the level put there by hand.
// Use it when a program writes to the console already; what waits in the stream is lost if the process is killed.
// called: a console over fs.createWriteStream()
// tags: threaded
// stamped: by hand
// survives: no
// durable: no
import { Console } from 'node:console';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

export async function logMessages(path, messages) {
    let logged = 0;
    const log = createWriteStream(path, { flags: 'a' });
    const end = finished(log); // a console ignores what goes wrong with its stream
    end.catch(() => {}); // it is awaited below
    const logger = new Console(log);
    try {
        for (const message of messages) {
            logger.info('%s INFO %s', new Date().toISOString(), message);
            logged++;
            if (log.writableNeedDrain) {
                // more than it wants to hold: wait, or learn that it failed
                await Promise.race([once(log, 'drain'), end]);
            }
        }
        log.end();
        await end;
    } catch (error) {
        error.path = path; // a failed write does not name the file
        throw error;
    }
    return logged;
}
