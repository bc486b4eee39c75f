// Read a text file line by line: count lines and letters, and sum over the first and last letter of each line.
//     node lines.mjs METHOD FILE SAMPLES TURNS UNTIMED USED NEIGHBOUR SMALLER
// README.md says what these are, and what it prints.
import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';

function splitLines(path) {
    let [letters, sum] = [0, 0];
    const lines = readFileSync(path, 'utf8').split('\n');
    if (lines.at(-1) === '') {
        lines.pop();
    }
    for (const line of lines) {
        letters += line.length;
        if (line.length > 0) {
            sum += line.charCodeAt(0) + line.charCodeAt(line.length - 1);
        }
    }
    return lines.length + letters + sum;
}

// In pieces of 64 KiB: a line that the end of one cuts goes to the front of the next.
function findLines(path) {
    let [lines, letters, sum, kept] = [0, 0, 0, 0];
    const add = (bytes, begin, end) => {
        lines++;
        letters += end - begin;
        if (end > begin) {
            sum += bytes[begin] + bytes[end - 1];
        }
    };
    let buffer = Buffer.alloc(65536);
    const file = openSync(path);
    for (;;) {
        const got = readSync(file, buffer, kept, buffer.length - kept, null);
        if (got === 0) {
            break;
        }
        const bytes = buffer.subarray(0, kept + got);
        let begin = 0;
        for (let end = bytes.indexOf(10, kept); end >= 0; end = bytes.indexOf(10, begin)) {
            add(bytes, begin, end);
            begin = end + 1;
        }
        kept = bytes.copy(buffer, 0, begin);
        if (kept === buffer.length) {
            buffer = Buffer.concat([buffer, Buffer.alloc(kept)]);
        }
    }
    if (kept > 0) {
        add(buffer, 0, kept);
    }
    closeSync(file);
    return lines + letters + sum;
}

const METHODS = { read_file_sync_split: splitLines, read_sync_index_of: findLines };

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
const [file, smaller] = [words[1], words[7]];
const [samples, turns, untimed, used, hasNeighbour] = words.slice(2, 7).map(Number);
useMemory(used);
for (let turn = 0; turn < untimed; turn++) {
    method(file);
}
for (let sample = 0; sample < samples; sample++) {
    if (hasNeighbour) {
        letNeighbourWork();
    }
    for (let turn = 0; smaller !== '0' && turn < turns; turn++) {
        method(smaller);
    }
    let work = 0;
    const before = waitedNs();
    const begun = process.hrtime.bigint();
    for (let turn = 0; turn < turns; turn++) {
        work += method(file);
    }
    const took = process.hrtime.bigint() - begun;
    const after = waitedNs();
    const waited = before === undefined || after === undefined ? '-' : after > before ? after - before : 0n;
    writeSync(2, `${took} ${waited} ${work}\n`);
}
