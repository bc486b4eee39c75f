// Adapter for `append`: write records to a fresh file, from opening it to closing it.
import { Tags } from './tagged.mjs';

// An array hands out records at the least cost, and takes 8 bytes for each: so many are 512 KiB.
const MOST_IN_ARRAY = 65_536;

export default (kit) =>
    class extends kit.Adapter {
        prepare(pairs) {
            this.output = pairs.ownText('output');
            this.records = pairs.ownInteger('records', 0);
            const bytes = pairs.integer('record_bytes', 1);
            const end = pairs.choice('ending', 'newline', 'none') === 'newline' ? '\n' : '';
            this.shared = new Array(Math.min(this.records, MOST_IN_ARRAY)).fill(kit.letters(bytes - end.length, end));
            this.tags = pairs.has('writer') ? new Tags(kit, pairs.integer('writer', 0), bytes, end) : null;
        }

        arrange(iterations) {
            this.paths = kit.outputs(this.output, iterations);
        }

        iterate() {
            const { append } = this.method;
            const { paths, records, shared } = this;
            return kit.total(paths.length, (index) => {
                return append(paths[index], shared.length === records ? shared : repeated(shared, records));
            });
        }

        /** Call the method again and again, each time with as many records as one call writes. */
        async fill(window) {
            if (this.tags === null) {
                throw new kit.BadRequest('end_ns needs prepare with writer');
            }
            this.tags.sequence = 0;
            let written = 0;
            for (let number = 0, dueNs; (dueNs = window.next(number)) !== null; number++) {
                written += await this.method.append(this.paths[0], this.tags.records(window, dueNs, this.records));
                if (window.moments.length % 2 !== 0) {
                    // the method did not ask for more
                    window.moments.push(kit.nowNs());
                }
            }
            return written;
        }
    };

/** Hand out more records than one array should hold, by going over it again and again. */
function* repeated(shared, records) {
    for (let left = records; left > 0; left -= shared.length) {
        yield* left >= shared.length ? shared : shared.slice(0, left);
    }
}
