// fs.appendFileSync() for each record: it opens the log, writes and closes it.
// Use it when records are rare, or when the log is moved away now and then and new records must follow its name.
// called: fs.appendFileSync() for each record
// visible: each record
// lock: none
// append: yes
// durable: no
import { appendFileSync } from 'node:fs';

export function append(path, records) {
    let written = 0;
    for (const record of records) {
        appendFileSync(path, record);
        written++;
    }
    return written;
}
