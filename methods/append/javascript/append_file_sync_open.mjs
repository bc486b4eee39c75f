// fs.appendFileSync() with the number of a log that stays open.
// Use it in place of writeSync(), whose result has to be looked at: it goes on until the record is written whole.
// called: fs.appendFileSync() to a log kept open
// visible: each record
// lock: none
// append: yes
// durable: no
import { appendFileSync, closeSync, openSync } from 'node:fs';

export function append(path, records) {
    let written = 0;
    const log = openSync(path, 'a');
    try {
        for (const record of records) {
            appendFileSync(log, record);
            written++;
        }
    } finally {
        closeSync(log);
    }
    return written;
}
