// One packed file and an index of offsets; fs.readSync() at the offset of each item.
// Use it when many items are written once and read often; to change one, the file is packed anew.
// called: one packed file
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

function readIndex(path) {
    const places = new Map();
    for (const line of readFileSync(path, 'utf8').split('\n').slice(0, -1)) {
        const [, at, size, name] = /^(\d+) (\d+) (.*)$/.exec(line);
        places.set(name, { at: Number(at), size: Number(size) });
    }
    return places;
}

function readPacked(packed, places, names) {
    const found = { items: 0, bytes: 0, ends: 0 };
    for (const name of names) {
        const place = places.get(name);
        if (place === undefined) {
            throw new Error(`there is no ${name}`);
        }
        const item = Buffer.allocUnsafe(place.size);
        readSync(packed, item, 0, place.size, place.at);
        found.items += 1;
        found.bytes += item.length;
        if (item.length > 0) {
            found.ends += item[0] + item[item.length - 1];
        }
    }
    return found;
}

export function readBlobs(folder, names) {
    const places = readIndex(`${folder}/blobs.index`);
    const packed = openSync(`${folder}/blobs.pack`, 'r');
    try {
        return readPacked(packed, places, names);
    } finally {
        closeSync(packed);
    }
}
