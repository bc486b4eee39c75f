// fs.readFile() with a callback, one file after the other.
// Use it in older programs for a file now and then; each is read in pieces, between which the loop goes on.
// called: fs.readFile()
// tags: threaded
// unsized: yes
import { readFile } from 'node:fs';

export function load(folder, names) {
    return new Promise((resolve, reject) => {
        const contents = [];
        const next = () => {
            if (contents.length === names.length) {
                resolve(contents);
                return;
            }
            readFile(`${folder}/${names[contents.length]}`, (error, content) => {
                if (error) {
                    reject(error);
                    return;
                }
                contents.push(content);
                next();
            });
        };
        next();
    });
}
