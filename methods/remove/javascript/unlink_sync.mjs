// fs.readdirSync() with types, calling itself for each folder, fs.unlinkSync() and fs.rmdirSync().
// Use it when it must be quick: nothing is asked about any entry, which fs.rmSync() does for each.
// called: fs.unlinkSync() of each file
// refused: stops
// missing: error
// top_link: followed
// any_name: no
// deep: no
import fs from 'node:fs';

export function removeTree(folder) {
    for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
        const path = `${folder}/${entry.name}`;
        if (entry.isDirectory()) {
            removeTree(path);
        } else {
            fs.unlinkSync(path);
        }
    }
    fs.rmdirSync(folder);
}
