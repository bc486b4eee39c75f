// Adapter for `log`: log messages to a fresh file, from opening it to closing it.
import { Again, Tags } from './tagged.mjs';

// So many messages are different; then the first comes again.
const DIFFERENT = 1000;

export default (kit) =>
    class extends kit.Adapter {
        prepare(pairs) {
            this.output = pairs.ownText('output');
            this.count = pairs.ownInteger('messages', 0);
            const bytes = pairs.integer('message_bytes', 1);
            const rest = kit.letters(bytes);
            const numbers = kit.numbered('', Math.max(1, Math.min(this.count, DIFFERENT)));
            const different = numbers.map((number) => {
                // as one text, not as a chain of parts
                return Buffer.from(`${number.padStart(3, '0')} ${rest}`).toString('latin1', 0, bytes);
            });
            this.again = new Again(different, this.count);
            this.tags = pairs.has('writer') ? new Tags(kit, pairs.integer('writer', 0), bytes, '') : null;
        }

        arrange(iterations) {
            this.paths = kit.outputs(this.output, iterations);
        }

        iterate() {
            const { logMessages } = this.method;
            const { paths, again } = this;
            return kit.total(paths.length, (index) => logMessages(paths[index], again.records()));
        }

        /** Fill a window with messages that tell whose they are. */
        async fill(window) {
            if (this.tags === null) {
                throw new kit.BadRequest('end_ns needs prepare with writer');
            }
            return this.tags.fill(window, this.method.logMessages, this.paths[0], this.count);
        }

        /** Die in the middle of a file. */
        async crash(after) {
            await this.method.logMessages(this.paths[0], kit.crashing(this.again.records(), after));
        }
    };
