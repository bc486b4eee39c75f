// Adapter for `nap`: a job that is as slow as it is told, in its work, its lead-in, and its arranging.

export default ({ Adapter, total }) =>
    class extends Adapter {
        prepare(pairs) {
            this.napMs = pairs.ownInteger('nap_ms', 0);
            this.arrangeMs = pairs.integer('arrange_ms', 0);
        }

        arrange() {
            this.method.nap(this.arrangeMs);
        }

        iterate(iterations) {
            return total(iterations, () => {
                this.method.nap(this.napMs);
                return 1;
            });
        }
    };
