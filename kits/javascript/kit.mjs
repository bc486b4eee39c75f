// The JavaScript kit: a worker process that times one method of one job. The contract is ../PROTOCOL.md.
//
// A method may be a function that returns, or one that gives a promise: then an iteration ends when it is settled.

import fs from 'node:fs';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getSystemErrorMap } from 'node:util';
import v8 from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as kit from './kit.mjs'; // for adapters, which are given it

const PROTOCOL = 1;
const REQUESTS = 3;
const REPLIES = 4;
const LOG = 2;

// An error repeats no more bytes of a word from outside than this.
const MOST_SHOWN = 40;

// Clock readings that are searched for the smallest step.
const CLOCK_READINGS = 1000;

// A worker sleeps until this long before a start time, and then only looks at the clock.
const AWAKE_BEFORE_NS = 1_000_000n;

// ---- Requests

/** A request that the contract does not allow; the message says why. */
export class BadRequest extends Error {}

/** The pairs of a request. */
export class Pairs {
    #pairs;
    #own;

    /** @param own the beginning of keys of which the work and its lead-in have one each */
    constructor(pairs, own = '') {
        this.#pairs = pairs;
        this.#own = own;
    }

    has(key) {
        return this.#pairs.has(key);
    }

    /** The value of a key that must be there. */
    text(key) {
        const text = this.#pairs.get(key);
        if (text === undefined) {
            throw new BadRequest(`${key} is missing`);
        }
        return text;
    }

    /** The value of a key that must be there and be a whole number of `least` or more. */
    integer(key, least) {
        return Number(this.time(key, least));
    }

    /** The same, without a loss: a time in ns may have more digits than a number keeps. */
    time(key, least) {
        const text = this.text(key);
        if (!/^[0-9]{1,18}$/.test(text) || BigInt(text) < least) {
            throw new BadRequest(`${key} is '${text.slice(0, MOST_SHOWN)}', not a whole number of ${least} or more`);
        }
        return BigInt(text);
    }

    /** The value of a key that must be there and be one of some words. */
    choice(key, ...choices) {
        const text = this.text(key);
        if (!choices.includes(text)) {
            throw new BadRequest(`${key} is '${text.slice(0, MOST_SHOWN)}', not ${choices.join(' or ')}`);
        }
        return text;
    }

    /** The text of `key`, or for the lead-in that of `lead_KEY`. */
    ownText(key) {
        return this.text(this.#own + key);
    }

    /** The number of `key`, or for the lead-in that of `lead_KEY`. */
    ownInteger(key, least) {
        return this.integer(this.#own + key, least);
    }

    /** The same pairs, seen from the lead-in. */
    ofLeadIn() {
        return new Pairs(this.#pairs, 'lead_');
    }
}

const PAIR = /^([a-z][a-z0-9_]*)=((?:[A-Za-z0-9._~/:,+-]|%(?!00)[0-9A-Fa-f]{2})*)$/;

/** The verb and the pairs of a line, whose characters are bytes. */
function decode(line) {
    const [verb, ...words] = line.split(' ');
    const pairs = new Map();
    for (const word of words) {
        const [, key, value] = PAIR.exec(word) ?? [];
        if (key === undefined) {
            throw new BadRequest(`'${shown(word)}' is no key=value`);
        }
        if (pairs.has(key)) {
            throw new BadRequest(`${key} comes twice`);
        }
        const raw = value.replace(/%(..)/g, (_, digits) => String.fromCharCode(parseInt(digits, 16)));
        const bytes = Buffer.from(raw, 'latin1');
        const text = bytes.toString();
        if (!bytes.equals(Buffer.from(text))) {
            throw new BadRequest(`${key} is no UTF-8, which texts of JavaScript cannot hold`);
        }
        pairs.set(key, text);
    }
    return [verb, new Pairs(pairs)];
}

/** The beginning of a word whose characters are bytes. */
function shown(word) {
    return Buffer.from(word.slice(0, MOST_SHOWN), 'latin1').toString();
}

// ---- Replies

/** A reply as a line. */
function encode(verb, values) {
    const words = Object.entries(values).map(([key, value]) => {
        const bytes = Buffer.from(String(value)).toString('latin1');
        return ` ${key}=${bytes.replace(/[^A-Za-z0-9._~/:,+-]/g, escaped)}`;
    });
    return `${verb}${words.join('')}\n`;
}

function escaped(byte) {
    return `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/** Write all of a line: a pipe may take less at a time. */
function send(line) {
    for (let rest = Buffer.from(line); rest.length > 0;) {
        rest = rest.subarray(fs.writeSync(REPLIES, rest));
    }
}

// What the system says where Node has other words than with a large first letter.
const SYSTEM_WORDS = {
    EBUSY: 'Device or resource busy',
    EEXIST: 'File exists',
    EIO: 'Input/output error',
    EISDIR: 'Is a directory',
    ELOOP: 'Too many levels of symbolic links',
    ENAMETOOLONG: 'File name too long',
    ENFILE: 'Too many open files in system',
    ENOMEM: 'Cannot allocate memory',
    ENOTSUP: 'Operation not supported',
    ESPIPE: 'Illegal seek',
    ETXTBSY: 'Text file busy',
    EXDEV: 'Invalid cross-device link',
};

/** An error in one line: the path and the system's words without Node's around them, or the method's own words. */
function reasonOf(error) {
    if (error instanceof BadRequest) {
        return error.message;
    }
    const [code, words] = getSystemErrorMap().get(error?.errno) ?? [];
    if (code !== undefined) {
        const said = SYSTEM_WORDS[code] ?? words.charAt(0).toUpperCase() + words.slice(1);
        return error.path ? `${error.path}: ${said}` : said;
    }
    fs.writeSync(LOG, `${error?.stack ?? error}\n`); // a mistake in a method is found by its line
    return error?.constructor === Error ? error.message : String(error);
}

// ---- Clock

export const nowNs = process.hrtime.bigint;

/** The smallest step of the clock that was seen. */
function clockStepNs() {
    const readings = Array.from({ length: CLOCK_READINGS }, () => nowNs());
    const steps = readings.slice(1).map((after, index) => Number(after - readings[index]));
    return Math.min(...steps.filter((step) => step > 0), 1_000_000);
}

const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** Return at a time of the clock, at once if it has passed; a sleep alone would end late. */
function waitUntil(startNs) {
    for (let leftNs; (leftNs = startNs - AWAKE_BEFORE_NS - nowNs()) > 0n;) {
        Atomics.wait(sleeper, 0, 0, Number(leftNs) / 1e6);
    }
    while (nowNs() < startNs);
}

// ---- Counters

/** A process as the scheduler counts it: its time on a CPU, and its time runnable but not running. */
class Scheduled {
    #file = -1; // kept open, so that the calls that read it can be told from those of the work
    #buffer = Buffer.alloc(100);

    constructor(process) {
        try {
            this.#file = fs.openSync(`/proc/${process}/schedstat`);
        } catch {
            // no such system, or no such process
        }
    }

    /** Both, in ns; null if the system does not say. */
    read() {
        if (this.#file < 0) {
            return null;
        }
        try {
            const count = fs.readSync(this.#file, this.#buffer, 0, this.#buffer.length, 0);
            const [ranNs, queueNs] = this.#buffer.toString('latin1', 0, count).split(' ').map(Number);
            return ranNs > 0 ? { ranNs, queueNs } : null; // a system that does not count says 0
        } catch {
            return null;
        }
    }
}

/** What `measure` finds, with how often garbage was collected if the request asks for it; watching takes time. */
async function collected(pairs, measure) {
    if (!pairs.has('collections') || !v8.GCProfiler) {
        return measure();
    }
    const watching = new v8.GCProfiler();
    watching.start();
    const figures = await measure();
    const found = watching.stop().statistics;
    const stoppedUs = found.reduce((sum, one) => sum + one.cost, 0);
    return { ...figures, collections: found.length, gc_ns: Math.round(stoppedUs * 1000) };
}

/** The resources used between two readings; the system counts CPU time in microseconds. */
function spent(before, after) {
    const figures = {
        user_ns: (after.userCPUTime - before.userCPUTime) * 1000,
        system_ns: (after.systemCPUTime - before.systemCPUTime) * 1000,
        voluntary_switches: after.voluntaryContextSwitches - before.voluntaryContextSwitches,
        involuntary_switches: after.involuntaryContextSwitches - before.involuntaryContextSwitches,
        minor_faults: after.minorPageFault - before.minorPageFault,
        major_faults: after.majorPageFault - before.majorPageFault,
    };
    if (process.platform === 'linux') {
        // elsewhere the unit is not 512 bytes
        figures.device_read_bytes = (after.fsRead - before.fsRead) * 512;
    }
    return figures;
}

// ---- Windows

/** A span of time that is filled with work, and the moments of that work. */
class Window {
    /** The times at which each piece of work (a record, or an iteration) began and was done. */
    moments = [];

    /** Pieces of work begin before the end; they are due at an interval, or (0) one follows the other. */
    constructor(startNs, endNs, everyNs) {
        Object.assign(this, { startNs, endNs, everyNs });
    }

    /** Wait until the next piece of work is due, counted from 0; when it was due, or null if the window is over. */
    next(number) {
        if (this.everyNs === 0n) {
            const now = nowNs();
            return now < this.endNs ? now : null;
        }
        const dueNs = this.startNs + BigInt(number) * this.everyNs;
        if (dueNs >= this.endNs) {
            return null;
        }
        waitUntil(dueNs);
        return nowNs() < this.endNs ? dueNs : null;
    }

    /** Write the moments to a file, as integers of the machine. */
    write(path) {
        fs.writeFileSync(path, BigInt64Array.from(this.moments));
    }
}

/** The window of a request, null if it has none. */
function windowOf(pairs) {
    if (!pairs.has('end_ns')) {
        return null;
    }
    pairs.text('moments');
    const everyNs = pairs.has('every_ns') ? pairs.time('every_ns', 1) : 0n;
    return new Window(pairs.time('start_ns', 0), pairs.time('end_ns', 1), everyNs);
}

// ---- Heap

// Every so many pieces one is kept, so that the heap does not shrink to what it was.
const KEPT_OF = 64;

// A piece for which an allocator does all that it put off when others were given back.
const LARGE_BYTES = 65_536;

const kept = [];

/** Take memory in pieces and give most of it back; the bytes of all pieces. */
function useHeap(heapBytes) {
    let taken = 0;
    let pieces = [];
    while (taken < heapBytes) {
        const size = 16 + ((97 * pieces.length) % 1000);
        pieces.push(Buffer.alloc(size, 'x'));
        taken += size;
    }
    kept.push(...pieces.filter((_, index) => index % KEPT_OF === 0));
    pieces = null;
    v8.setFlagsFromString('--expose-gc');
    runInNewContext('gc')(); // or it would be given back whenever the collector runs, within the work
    Buffer.alloc(LARGE_BYTES);
    return taken;
}

// ---- Adapters

/**
 * The base of a job's adapter. jobs/JOB.mjs exports, as its default, a function that is given this module and returns
 * the class. The kit makes two of it: the work, and its lead-in.
 */
export class Adapter {
    /** The number that all iterations of the last iterate() gave, if the job has a proof. */
    proof = null;

    /** @param method the module of the method, which exports its function */
    constructor(method) {
        this.method = method;
    }

    /** Take over the paths and sizes of a level. */
    prepare() {}

    /** Make what must exist before the work. */
    arrange() {}

    /** Do the work; the work done by all iterations together, or a promise of it. */
    iterate() {
        throw new Error('an adapter does the work');
    }

    /** Work out the proof of the last iterate(), after its time was taken, if that takes a while. */
    prove() {}

    /** Fill a window with work, iteration by iteration if the adapter knows no better; the work done. */
    async fill(window) {
        let work = 0;
        let proof = null;
        for (let number = 0, beginsNs; (beginsNs = window.next(number)) !== null; number++) {
            work += await this.iterate(1);
            window.moments.push(beginsNs, nowNs());
            if (number > 0 && this.proof !== proof) {
                throw new BadRequest('iterations gave unlike results');
            }
            proof = this.proof;
        }
        return work;
    }

    /** Do one iteration, or die in the middle of it, and return what proves it. */
    async check(pairs) {
        this.arrange(1);
        if (pairs.has('crash_after')) {
            await this.crash(pairs.integer('crash_after', 0));
        }
        return { work: await this.iterate(1) };
    }

    /** Do one iteration, and end this process at once when the method has asked for so many records and one more. */
    async crash() {
        throw new BadRequest('crash_after is not for this job');
    }
}

/** What becomes of what a method gave, or a promise of it if it gave a promise. */
export function settled(gave, next) {
    return gave instanceof Promise ? gave.then(next) : next(gave);
}

/** The sum of what so many calls give, or a promise of it if they give promises, one after the other. */
export function total(count, call) {
    let sum = 0;
    for (let index = 0; index < count; index++) {
        const gave = call(index);
        if (typeof gave !== 'number') {
            return totalOfPromises(sum, gave, index, count, call);
        }
        sum += gave;
    }
    return sum;
}

async function totalOfPromises(before, first, index, count, call) {
    let sum = before + (await first);
    for (index++; index < count; index++) {
        sum += await call(index);
    }
    return sum;
}

/** So many texts that end in a number from 0 on. */
export function numbered(prefix, count) {
    return Array.from({ length: count }, (_, index) => `${prefix}${index}`);
}

/** The output of each iteration. */
export function outputs(prefix, iterations) {
    return numbered(`${prefix}.`, iterations);
}

/** So many bytes, the letters from a to z again and again, and an end; as one text, not as a chain of parts. */
export function letters(size, end = '') {
    const bytes = Buffer.alloc(size + end.length, 'abcdefghijklmnopqrstuvwxyz');
    bytes.write(end, size, 'latin1');
    return bytes.toString('latin1');
}

/** The numbers of a file that has one in each line. */
export function numbersOf(path) {
    return fs.readFileSync(path, 'latin1').split('\n').slice(0, -1).map(Number);
}

/** The texts of a file in which a zero byte follows each. */
export function textsOf(path) {
    return fs.readFileSync(path, 'utf8').split('\0').slice(0, -1);
}

/** A module of the kit's own folder, for an adapter of any place. */
export function part(name) {
    return import(new URL(name, import.meta.url));
}

/** Hand out so many items; this process ends at once, and leaves everything as it is, if another is asked for. */
export function* crashing(items, count) {
    let left = count;
    for (const item of items) {
        if (left === 0) {
            break;
        }
        left--;
        yield item;
    }
    process.kill(process.pid, 'SIGKILL');
    process.reallyExit(1); // the first process of a sandbox is spared that signal
}

// ---- Verbs

/** The five verbs. */
class Kit {
    #job;
    #work;
    #leadIn;
    #isPrepared = false;
    #own = new Scheduled('self');
    #readers = new Map();

    constructor(job, work, leadIn) {
        this.#job = job;
        this.#work = work;
        this.#leadIn = leadIn;
    }

    /** The reply to a request, as a line. */
    async answer(verb, pairs) {
        switch (verb) {
            case 'hello':
                return encode('hello', this.#hello(pairs));
            case 'prepare':
                return encode('ready', this.#prepare(pairs));
            case 'measure':
                return encode('sample', await collected(pairs, () => this.#measure(pairs)));
            case 'check':
                return encode('checked', await this.#check(pairs));
            case 'bye':
                return encode('bye', {});
            default:
                throw new BadRequest(`unknown verb '${shown(verb)}'`);
        }
    }

    #hello(pairs) {
        const version = pairs.integer('protocol', 0);
        if (version !== PROTOCOL) {
            throw new BadRequest(`protocol is ${version}, this kit speaks ${PROTOCOL}`);
        }
        const figures = {
            protocol: PROTOCOL,
            language: 'javascript',
            runtime: `Node ${process.versions.node}`,
            clock_step_ns: clockStepNs(),
        };
        if (pairs.has('heap_bytes')) {
            figures.heap_bytes = useHeap(pairs.integer('heap_bytes', 0));
        }
        return figures;
    }

    #prepare(pairs) {
        this.#isPrepared = false; // a request that fails midway leaves nothing to measure
        const job = pairs.text('job');
        if (job !== this.#job) {
            throw new BadRequest(`job is '${job.slice(0, MOST_SHOWN)}', this worker does '${this.#job}'`);
        }
        this.#work.prepare(pairs);
        this.#leadIn.prepare(pairs.ofLeadIn());
        this.#isPrepared = true;
        return {};
    }

    /** The reader that a request names; undefined if it names none. */
    #readerOf(pairs) {
        if (!pairs.has('reader')) {
            return undefined;
        }
        const process = pairs.integer('reader', 1);
        if (!this.#readers.has(process)) {
            this.#readers.set(process, new Scheduled(process));
        }
        return this.#readers.get(process);
    }

    async #measure(pairs) {
        this.#requirePrepared('measure');
        const iterations = pairs.integer('iterations', 1);
        const leadIn = pairs.integer('lead_in', 0);
        const startNs = pairs.has('start_ns') ? pairs.time('start_ns', 0) : 0n;
        const window = windowOf(pairs);
        const own = this.#own;
        const reader = this.#readerOf(pairs);
        const work = this.#work;
        work.arrange(iterations);
        work.proof = null;
        if (leadIn > 0) {
            this.#leadIn.arrange(leadIn);
            await this.#leadIn.iterate(leadIn);
        }
        waitUntil(startNs);
        // The queue is read next to the clock: getrusage() may find that the worker's turn is over, and the wait for
        // the next one is no part of the work.
        const before = process.resourceUsage();
        const readerBefore = reader?.read();
        const ownBefore = own.read();
        const beganNs = nowNs();
        let done = window === null ? work.iterate(iterations) : work.fill(window);
        if (typeof done !== 'number') {
            done = await done;
        }
        const endedNs = nowNs();
        const ownAfter = own.read();
        const readerAfter = reader?.read();
        const after = process.resourceUsage();
        work.prove();
        const figures = { wall_ns: endedNs - beganNs, work: done, ...spent(before, after) };
        if (ownBefore && ownAfter) {
            figures.queue_ns = ownAfter.queueNs - ownBefore.queueNs;
        }
        if (readerBefore && readerAfter) {
            figures.reader_ns = readerAfter.ranNs - readerBefore.ranNs;
            figures.reader_queue_ns = readerAfter.queueNs - readerBefore.queueNs;
        }
        if (work.proof !== null) {
            figures.proof = work.proof;
        }
        if (window !== null) {
            window.write(pairs.text('moments'));
            figures.began_ns = beganNs;
        }
        return figures;
    }

    async #check(pairs) {
        this.#requirePrepared('check');
        return this.#work.check(pairs);
    }

    #requirePrepared(verb) {
        if (!this.#isPrepared) {
            throw new BadRequest(`${verb} before prepare`);
        }
    }
}

// ---- The worker

/** Requests as lines, one at a time. */
class Requests {
    #buffer = Buffer.alloc(65_536);
    #read = '';

    /** The next line, its characters being bytes; null if there are no more. */
    next() {
        for (;;) {
            const end = this.#read.indexOf('\n');
            if (end >= 0) {
                const line = this.#read.slice(0, end);
                this.#read = this.#read.slice(end + 1);
                return line;
            }
            const count = fs.readSync(REQUESTS, this.#buffer);
            if (count === 0) {
                return null;
            }
            this.#read += this.#buffer.toString('latin1', 0, count);
        }
    }
}

/** Answer requests until one is `bye` or there are no more. */
async function serve(kit) {
    let isOwing = false;
    const give = (line) => {
        isOwing = false;
        send(line);
    };
    process.on('uncaughtException', (error) => {
        // nobody waits for who failed, such as a callback of the method
        if (isOwing) {
            give(encode('error', { message: reasonOf(error) }));
        }
        process.exit(1);
    });
    let isIdle = false; // nothing is left that could settle what is awaited
    process.on('beforeExit', () => {
        isIdle = true;
    });
    process.on('exit', () => {
        if (isOwing) {
            const reason = isIdle ? 'a promise of the method never settles' : 'ended by itself, as process.exit() does';
            give(encode('error', { message: reason }));
        }
    });
    const requests = new Requests();
    for (let line; (line = requests.next()) !== null;) {
        isOwing = true;
        let verb, reply;
        try {
            let pairs;
            [verb, pairs] = decode(line);
            reply = await kit.answer(verb, pairs);
        } catch (error) {
            [verb, reply] = ['error', encode('error', { message: reasonOf(error) })];
        }
        give(reply);
        if (verb === 'bye') {
            break;
        }
    }
    process.exit(0); // whatever the method has left running
}

/** Load the adapter and the method, then serve. */
async function main(adapterPath, methodPath) {
    const [adapter, method] = await Promise.all([adapterPath, methodPath].map((path) => import(pathToFileURL(path))));
    const Job = await adapter.default(kit);
    await serve(new Kit(basename(adapterPath, '.mjs'), new Job(method), new Job(method)));
}

if (process.argv.length < 4) {
    fs.writeSync(LOG, 'usage: node kit.mjs ADAPTER METHOD [PADDING]; iotrial starts it\n');
    process.exit(2);
}
main(process.argv[2], process.argv[3]); // not awaited here: an adapter may load this module, which must have ended
