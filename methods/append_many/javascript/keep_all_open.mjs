// Every log is opened when it is first written to, and stays open to the end.
// Use it when there are fewer logs than `ulimit -n` allows open files; beyond that, opening fails.
// called: all logs kept open
// visible: each record
import { appendFileSync, closeSync, openSync } from 'node:fs';

export function appendMany(paths, turns, record) {
    const logs = new Map();
    try {
        for (const turn of turns) {
            let log = logs.get(turn);
            if (log === undefined) {
                log = openSync(paths[turn], 'a');
                logs.set(turn, log);
            }
            appendFileSync(log, record);
        }
    } finally {
        logs.forEach((log) => closeSync(log));
    }
    return turns.length;
}
