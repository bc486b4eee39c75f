// fs.writeSync() of the message and a newline: the least that a line of a log can cost.
// Use it as the measure of a logger, or for a log that needs neither time nor level.
// called: fs.writeSync() of the message alone
// stamped: no
// survives: kill
// durable: no
import { appendFileSync, closeSync, openSync, writeSync } from 'node:fs';

export function logMessages(path, messages) {
    let logged = 0;
    const log = openSync(path, 'a');
    try {
        for (const message of messages) {
            const line = `${message}\n`;
            const taken = writeSync(log, line);
            if (taken < Buffer.byteLength(line)) {
                // a nearly full disk takes less than it was given
                appendFileSync(log, Buffer.from(line).subarray(taken));
            }
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
