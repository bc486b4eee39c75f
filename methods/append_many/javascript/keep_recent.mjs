// The 32 logs that were written to last stay open; one more, and the one that has waited longest is closed.
// Use it when some logs get most of the records; if each is next in its turn, it always closes the wrong one.
// called: the last 32 logs kept open
// visible: each record
import { appendFileSync, closeSync, openSync } from 'node:fs';

const MOST_OPEN = 32;

export function appendMany(paths, turns, record) {
    const logs = new Map(); // the one that has waited longest comes first
    try {
        for (const turn of turns) {
            let log = logs.get(turn);
            logs.delete(turn);
            if (log === undefined) {
                if (logs.size >= MOST_OPEN) {
                    const [oldest, waiting] = logs.entries().next().value;
                    logs.delete(oldest);
                    closeSync(waiting);
                }
                log = openSync(paths[turn], 'a');
            }
            logs.set(turn, log);
            appendFileSync(log, record);
        }
    } finally {
        logs.forEach((log) => closeSync(log));
    }
    return turns.length;
}
