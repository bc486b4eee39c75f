// n-readlines: next() gives each line as a Buffer, read by fs.readSync().
// Use it in a script that may wait for the file and wants its lines one after the other.
// called: n-readlines
// needs: package n-readlines
// decodes: no
// splits: at CR too
// ending: CRLF dropped
// long: taken
// memory: a line

import LineByLine from 'n-readlines';

export function readLines(path) {
    let [lines, length, sum] = [0, 0, 0];
    const reader = new LineByLine(path);
    let line;
    while ((line = reader.next())) {
        lines++;
        length += line.length;
        if (line.length > 0) {
            sum += line[0] + line[line.length - 1];
        }
    }
    return { lines, length, sum };
}
