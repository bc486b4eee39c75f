// fs.readFile() with a callback for each file, all at once.
// Use it in older programs; every file is opened before the first is read, so that a few thousand are too many.
// called: fs.readFile(), all at once
// tags: threaded
// unsized: yes
import { readFile } from 'node:fs';

export function load(folder, names) {
    return new Promise((resolve, reject) => {
        const contents = new Array(names.length);
        let left = names.length;
        if (left === 0) {
            resolve(contents);
        }
        names.forEach((name, number) => {
            readFile(`${folder}/${name}`, (error, content) => {
                if (error) {
                    reject(error);
                }
                contents[number] = content;
                left -= 1;
                if (left === 0) {
                    resolve(contents);
                }
            });
        });
    });
}
