// Write records to fresh logs, as the articles on logging and on a RAM drive compare it.
//     node append.mjs METHOD FOLDER TEXT RECORDS SAMPLES TURNS UNTIMED USED NEIGHBOUR SMALLER
// README.md says what these are, and what it prints.
import { appendFileSync, closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';

function writeOpen(path, text, records) {
    const log = openSync(path, 'a');
    for (let i = 0; i < records; i++) {
        writeSync(log, text);
    }
    closeSync(log);
}

function writeOpenChecked(path, text, records) {
    const log = openSync(path, 'a');
    for (let i = 0; i < records; i++) {
        const taken = writeSync(log, text);
        if (taken < Buffer.byteLength(text)) {
            appendFileSync(log, Buffer.from(text).subarray(taken));
        }
    }
    closeSync(log);
}

function appendEach(path, text, records) {
    for (let i = 0; i < records; i++) {
        appendFileSync(path, text);
    }
}

function batched(path, text, records) {
    const log = openSync(path, 'a');
    let batch = '';
    for (let i = 0; i < records; i++) {
        batch += text;
        if (batch.length >= 65_536) {
            appendFileSync(log, batch);
            batch = '';
        }
    }
    appendFileSync(log, batch);
    closeSync(log);
}

const METHODS = {
    write_sync: writeOpen,
    'write_sync+checked': writeOpenChecked,
    append_file_sync: appendEach,
    batched,
};

// Make an empty log, and return its path.
function fresh(path) {
    closeSync(openSync(path, 'w'));
    return path;
}

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
if (words.length < 10) {
    console.log(Object.keys(METHODS).join('\n'));
    process.exit(words.length === 0 ? 0 : 2);
}
const method = METHODS[words[0]];
const [folder, text] = words.slice(1);
const [records, samples, turns, untimed, used, hasNeighbour, fewer] = words.slice(3).map(Number);
useMemory(used);
for (let turn = 0; turn < untimed; turn++) {
    method(fresh(`${folder}/untimed.${turn}`), text, records);
}
for (let sample = 0; sample < samples; sample++) {
    if (hasNeighbour) {
        letNeighbourWork();
    }
    for (let turn = 0; fewer > 0 && turn < turns; turn++) {
        method(fresh(`${folder}/fewer.${sample}.${turn}`), text, fewer);
    }
    const logs = Array.from({ length: turns }, (_, turn) => fresh(`${folder}/log.${sample}.${turn}`));
    const before = waitedNs();
    const begun = process.hrtime.bigint();
    for (const log of logs) {
        method(log, text, records);
    }
    const took = process.hrtime.bigint() - begun;
    const after = waitedNs();
    const waited = before === undefined || after === undefined ? '-' : after > before ? after - before : 0n;
    writeSync(2, `${took} ${waited}\n`);
}
