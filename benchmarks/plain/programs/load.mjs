// Load all files of a folder, each whole into memory.
//     node load.mjs METHOD FOLDER SAMPLES TURNS UNTIMED USED NEIGHBOUR SMALLER
// README.md says what these are, and what it prints.
import { readFileSync, readSync, readdirSync, writeSync } from 'node:fs';

function readAll(folder, names) {
    const contents = names.map((name) => readFileSync(`${folder}/${name}`));
    return contents.reduce((before, content) => before + content.length, 0);
}

const METHODS = { read_file_sync: readAll };

// For how long this process has waited for a CPU that other processes had, which is not so while threads of its own had
// it; undefined if the system does not tell.
function waitedNs() {
    try {
        const [ran, waited] = readFileSync('/proc/self/schedstat', 'ascii').split(' ').map(BigInt);
        const { user, system } = process.cpuUsage();
        return waited - (BigInt(user + system) * 1000n - ran);
    } catch {
        return undefined;
    }
}

// Take blocks of memory and give them back in another order, as a program does that has worked before.
function useMemory(blocks) {
    const held = Array.from({ length: blocks }, (_, i) => Buffer.alloc(1 + ((i * 37) % 120)));
    for (let step = 0; step < 7; step++) {
        for (let i = step; i < blocks; i += 7) {
            held[i] = undefined;
        }
    }
}

// Have the neighbour on our stdin work for a while, and wait until it is done.
function letNeighbourWork() {
    if (writeSync(0, 'w') !== 1 || readSync(0, Buffer.alloc(1)) !== 1) {
        throw new Error('the neighbour does not answer');
    }
}

const words = process.argv.slice(2);
if (words.length < 8) {
    console.log(Object.keys(METHODS).join('\n'));
    process.exit(words.length === 0 ? 0 : 2);
}
const method = METHODS[words[0]];
const [folder, smaller] = [words[1], words[7]];
const [samples, turns, untimed, used, hasNeighbour] = words.slice(2, 7).map(Number);
useMemory(used);
const names = readdirSync(folder); // known before anything is timed
const fewer = smaller === '0' ? [] : readdirSync(smaller);
for (let turn = 0; turn < untimed; turn++) {
    method(folder, names);
}
for (let sample = 0; sample < samples; sample++) {
    if (hasNeighbour) {
        letNeighbourWork();
    }
    for (let turn = 0; smaller !== '0' && turn < turns; turn++) {
        method(smaller, fewer);
    }
    let work = 0;
    const before = waitedNs();
    const begun = process.hrtime.bigint();
    for (let turn = 0; turn < turns; turn++) {
        work += method(folder, names);
    }
    const took = process.hrtime.bigint() - begun;
    const after = waitedNs();
    const waited = before === undefined || after === undefined ? '-' : after > before ? after - before : 0n;
    writeSync(2, `${took} ${waited} ${work}\n`);
}
