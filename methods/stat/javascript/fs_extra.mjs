// fs-extra: pathExists() of all paths at once.
// Use it if you have fs-extra already; it is access() of Node, whose error becomes false.
// called: pathExists() of fs-extra
// needs: package fs-extra
// tags: threaded
// tells: existence
// finds: anything
// links: followed
// slashes: kept
// denied: missing
import fs from 'fs-extra';

export async function statAll(folder, names) {
    const there = await Promise.all(names.map((name) => fs.pathExists(`${folder}/${name}`)));
    return { files: there.filter(Boolean).length, bytes: 0, newest: 0 };
}
