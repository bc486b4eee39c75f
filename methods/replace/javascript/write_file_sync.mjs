// fs.writeFileSync(), which empties the file first.
// Use it when nobody reads the file meanwhile: a reader may find it empty or half written.
// called: fs.writeFileSync()
// atomic: no
// durable: no
// keeps: everything
import { writeFileSync } from 'node:fs';

export function replaceFile(path, content) {
    writeFileSync(path, content);
}
