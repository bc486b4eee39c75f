// fs.appendFileSync() to a log that stays open, the time and the level put before the message by hand.
// Use it in a program that needs a log and no logger; the program waits for each write.
// called: fs.appendFileSync() with the time
// stamped: by hand
// survives: kill
// durable: no
import { appendFileSync, closeSync, openSync } from 'node:fs';

export function logMessages(path, messages) {
    let logged = 0;
    const log = openSync(path, 'a');
    try {
        for (const message of messages) {
            appendFileSync(log, `${new Date().toISOString()} INFO ${message}\n`);
            logged++;
        }
    } catch (error) {
        error.path = path; // a failed write knows a number only
        throw error;
    } finally {
        closeSync(log);
    }
    return logged;
}
