// Records that tell whose they are: several writers append them to one file within a window.
//
// A record is `#`, then its tag again and again, so that every part of it tells whose it is. The tag is WW.SSSSSSSSSSSS
// and a space: the writer and the record's number, from 0.
//
// Without a writer a few records are handed out again and again.

const TAG_BYTES = 16;

// An array hands out records at the least cost, and takes 8 bytes for each: so many are 512 KiB.
const MOST_IN_ARRAY = 65_536;

/** The tagged records of one writer. */
export class Tags {
    #sequence = 0;
    #kit;
    #prefix;
    #bodyBytes;
    #end;

    /** Refuse records that have no room for a tag. */
    constructor(kit, writer, recordBytes, end) {
        this.#kit = kit;
        this.#prefix = `${String(writer).padStart(2, '0')}.`;
        this.#bodyBytes = recordBytes - 1 - end.length;
        this.#end = end;
        if (writer > 99 || this.#bodyBytes < TAG_BYTES) {
            throw new kit.BadRequest(`no tag of writer ${writer} fits into record_bytes=${recordBytes}`);
        }
    }

    /** Call a method again and again, each time with as many records as one call writes; the number of all of them. */
    async fill(window, method, path, count) {
        const { moments } = window;
        this.#sequence = 0;
        let written = 0;
        for (let number = 0, dueNs; (dueNs = window.next(number)) !== null; number++) {
            written += await method(path, this.#records(window, dueNs, count));
            if (moments.length % 2 !== 0) {
                // the method did not ask for more
                moments.push(this.#kit.nowNs());
            }
        }
        return written;
    }

    /** The records of one call, and the moments at which each was handed out (or due) and done. */
    *#records(window, dueNs, count) {
        const { nowNs } = this.#kit;
        const times = Math.ceil(this.#bodyBytes / TAG_BYTES);
        for (let left = count; left > 0; left--) {
            const tag = `${this.#prefix}${String(this.#sequence).padStart(12, '0')} `;
            const record = `#${tag.repeat(times).slice(0, this.#bodyBytes)}${this.#end}`;
            const now = nowNs();
            if (now >= window.endNs) {
                return;
            }
            this.#sequence++;
            window.moments.push(window.everyNs > 0n ? dueNs : now);
            yield record;
            window.moments.push(nowNs());
        }
    }
}

/** So many records, of which some are different; after the last of those the first comes again. */
export class Again {
    #array;
    #count;

    /** @param different what is handed out, in an array that is not empty */
    constructor(different, count) {
        const most = MOST_IN_ARRAY - (MOST_IN_ARRAY % different.length);
        this.#count = count;
        this.#array = new Array(Math.min(count, most));
        for (let index = 0; index < this.#array.length; index++) {
            this.#array[index] = different[index % different.length];
        }
    }

    /** The records of one call. */
    records() {
        return this.#array.length === this.#count ? this.#array : repeated(this.#array, this.#count);
    }
}

/** Hand out more records than one array should hold, by going over it again and again. */
function* repeated(array, count) {
    for (let left = count; left > 0; left -= array.length) {
        yield* left >= array.length ? array : array.slice(0, left);
    }
}
