// fs.appendFileSync() for each record: the log is opened, written to once and closed again.
// Use it when logs are many and records rare: no more than one file is open at a time.
// called: fs.appendFileSync() for each record
// visible: each record
import { appendFileSync } from 'node:fs';

export function appendMany(paths, turns, record) {
    for (const turn of turns) {
        appendFileSync(paths[turn], record);
    }
    return turns.length;
}
