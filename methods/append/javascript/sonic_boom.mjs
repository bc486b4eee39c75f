// sonic-boom: the stream beneath pino, which gathers records of 4 KiB and writes them by fs.writeSync().
// Use it for the log of a busy server; what is still gathered is lost if the process is killed. It syncs when it ends.
// called: sonic-boom
// tags: by-name
// needs: package sonic-boom
// visible: at the end
// lock: none
// append: yes
// durable: at the end
import { once } from 'node:events';
import SonicBoom from 'sonic-boom';

export async function append(path, records) {
    const log = new SonicBoom({ dest: path, append: true, sync: true, minLength: 4096 });
    const closed = once(log, 'close');
    let written = 0;
    for (const record of records) {
        log.write(record.toString());
        written++;
    }
    log.end();
    await closed;
    return written;
}
