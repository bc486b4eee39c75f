// The records of each log are gathered in memory; at the end each log is opened once and written to once.
// Use it when the records may be lost in a crash and nobody reads the logs meanwhile.
// called: gathering each log in memory
// visible: at the end
import { appendFileSync } from 'node:fs';

export function appendMany(paths, turns, record) {
    const gathered = new Map();
    for (const turn of turns) {
        gathered.set(turn, (gathered.get(turn) ?? '') + record);
    }
    gathered.forEach((records, turn) => appendFileSync(paths[turn], records));
    return turns.length;
}
