// Read pieces of a file at random offsets: sum over the newlines and the first and last byte of each piece.
//     node random_reads.mjs METHOD FILE PIECE SAMPLES TURNS UNTIMED USED NEIGHBOUR SMALLER
// README.md says what these are, and what it prints.
import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';

function sumOf(piece) {
    let sum = piece[0] + piece[piece.length - 1];
    for (let at = 0; at < piece.length; at++) {
        sum += piece[at] === 10 ? 1 : 0;
    }
    return sum;
}

function readPieces(path, offsets, pieceBytes) {
    let sum = 0;
    const piece = Buffer.alloc(pieceBytes);
    const file = openSync(path);
    for (const offset of offsets) {
        if (readSync(file, piece, 0, pieceBytes, offset) < pieceBytes) {
            throw new Error(`${path} ends before ${offset + pieceBytes}`);
        }
        sum += sumOf(piece);
    }
    closeSync(file);
    return sum;
}

// The offsets that a file is read at, known before anything is timed.
function offsetsOf(path) {
    return readFileSync(`${path}.offsets`, 'ascii').split('\n').slice(0, -1).map(Number);
}

const METHODS = { read_sync: readPieces };

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
if (words.length < 9) {
    console.log(Object.keys(METHODS).join('\n'));
    process.exit(words.length === 0 ? 0 : 2);
}
const method = METHODS[words[0]];
const [file, smaller] = [words[1], words[8]];
const [pieceBytes, samples, turns, untimed, used, hasNeighbour] = words.slice(2, 8).map(Number);
useMemory(used);
const offsets = offsetsOf(file);
const fewer = smaller === '0' ? [] : offsetsOf(smaller);
for (let turn = 0; turn < untimed; turn++) {
    method(file, offsets, pieceBytes);
}
for (let sample = 0; sample < samples; sample++) {
    if (hasNeighbour) {
        letNeighbourWork();
    }
    for (let turn = 0; smaller !== '0' && turn < turns; turn++) {
        method(smaller, fewer, pieceBytes);
    }
    let work = 0;
    const before = waitedNs();
    const begun = process.hrtime.bigint();
    for (let turn = 0; turn < turns; turn++) {
        work += method(file, offsets, pieceBytes);
    }
    const took = process.hrtime.bigint() - begun;
    const after = waitedNs();
    const waited = before === undefined || after === undefined ? '-' : after > before ? after - before : 0n;
    writeSync(2, `${took} ${waited} ${work}\n`);
}
