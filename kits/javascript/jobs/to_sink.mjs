// The common part of adapters of jobs that send whole files to stdout.

/** @param send the function of the method: it is given a path, and gives the bytes sent or a promise of them */
export const toSink = ({ Adapter, total }, send) =>
    class extends Adapter {
        prepare(pairs) {
            this.input = pairs.ownText('input');
        }

        iterate(iterations) {
            const path = this.input,
                sendTo = send(this.method);
            return total(iterations, () => {
                const sent = sendTo(path);
                return typeof sent === 'number' ? sent : sent.then(drained);
            });
        }
    };

/** What waits in Node until the sink takes more was not sent. A method that gives no promise leaves the stream alone. */
function drained(sent) {
    if (process.stdout.writableLength === 0) {
        return sent;
    }
    return new Promise((resolve) => process.stdout.write('', () => resolve(sent)));
}
