// Adapter for `append`: write records to a fresh file, from opening it to closing it.
import { Again, Tags } from './tagged.mjs';

export default (kit) =>
    class extends kit.Adapter {
        prepare(pairs) {
            this.output = pairs.ownText('output');
            this.count = pairs.ownInteger('records', 0);
            const bytes = pairs.integer('record_bytes', 1);
            const end = pairs.choice('ending', 'newline', 'none') === 'newline' ? '\n' : '';
            this.again = new Again([kit.letters(bytes - end.length, end)], this.count);
            this.tags = pairs.has('writer') ? new Tags(kit, pairs.integer('writer', 0), bytes, end) : null;
        }

        arrange(iterations) {
            this.paths = kit.outputs(this.output, iterations);
        }

        iterate() {
            const { append } = this.method;
            const { paths, again } = this;
            return kit.total(paths.length, (index) => append(paths[index], again.records()));
        }

        /** Fill a window with records that tell whose they are. */
        async fill(window) {
            if (this.tags === null) {
                throw new kit.BadRequest('end_ns needs prepare with writer');
            }
            return this.tags.fill(window, this.method.append, this.paths[0], this.count);
        }

        /** Die in the middle of a file. */
        async crash(after) {
            await this.method.append(this.paths[0], kit.crashing(this.again.records(), after));
        }
    };
