// readline: one line after the other. Change it to what you have in mind.
import fs from 'node:fs';
import readline from 'node:readline';

export async function run(path) {
    let lines = 0;
    for await (const line of readline.createInterface({ input: fs.createReadStream(path) })) {
        lines += line === null ? 0 : 1;
    }
    return lines;
}
