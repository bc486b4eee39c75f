// Adapter for `append_many`: write records to many logs in turn, a fresh folder of them in each iteration.

export default ({ Adapter, letters, numbered, outputs, total }) =>
    class extends Adapter {
        prepare(pairs) {
            this.output = pairs.ownText('output');
            this.logs = pairs.integer('logs', 1);
            this.record = letters(pairs.integer('record_bytes', 1) - 1, '\n');
            const turnOf = pairs.choice('turns', 'round_robin', 'skewed') === 'skewed' ? skewed : inTurn;
            this.turns = Array.from({ length: pairs.ownInteger('records', 0) }, (_, index) => turnOf(index, this.logs));
        }

        arrange(iterations) {
            this.folders = outputs(this.output, iterations).map((folder) => numbered(`${folder}/`, this.logs));
        }

        iterate() {
            const { appendMany } = this.method;
            const { folders, record, turns } = this;
            return total(folders.length, (index) => appendMany(folders[index], turns, record));
        }
    };

function inTurn(index, logs) {
    return index % logs;
}

function skewed(index, logs) {
    const drawn = (BigInt(index) * 1_103_515_245n + 12_345n) % (1n << 31n);
    const squared = (drawn * drawn) >> 31n;
    return Number((((squared * drawn) >> 31n) * BigInt(logs)) >> 31n);
}
