// Keeps 100 messages back.
// Use it nowhere.
// stamped: no
// survives: kill
// durable: no
import { appendFileSync } from 'node:fs';

export function logMessages(path, messages) {
    let logged = 0;
    const kept = [];
    for (const message of messages) {
        kept.push(message);
        if (kept.length > 100) {
            appendFileSync(path, `${kept.shift()}\n`);
        }
        logged++;
    }
    appendFileSync(path, kept.map((message) => `${message}\n`).join(''));
    return logged;
}
