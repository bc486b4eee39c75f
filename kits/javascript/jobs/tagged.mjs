// Records that tell whose they are: several writers append them to one file within a window.
//
// A record is `#`, then its tag again and again, so that every part of it tells whose it is. The tag is WW.SSSSSSSSSSSS
// and a space: the writer and the record's number, from 0.

const TAG_BYTES = 16;

/** The tagged records of one writer. */
export class Tags {
    sequence = 0;
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

    /** The records of one call, and the moments at which each was handed out (or due) and done. */
    *records(window, dueNs, count) {
        const { nowNs } = this.#kit;
        const times = Math.ceil(this.#bodyBytes / TAG_BYTES);
        for (let left = count; left > 0; left--) {
            const tag = `${this.#prefix}${String(this.sequence).padStart(12, '0')} `;
            const record = `#${tag.repeat(times).slice(0, this.#bodyBytes)}${this.#end}`;
            const now = nowNs();
            if (now >= window.endNs) {
                return;
            }
            this.sequence++;
            window.moments.push(window.everyNs > 0n ? dueNs : now);
            yield record;
            window.moments.push(nowNs());
        }
    }
}
