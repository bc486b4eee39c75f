// A DataInputStream over a BufferedInputStream of 8 KiB: readInt() for each integer, its bytes turned around.
// Use it when records are read one at a time and speed is not all; it reads integers with the high byte first.
// called: a DataInputStream over a BufferedInputStream

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Path;

final class Scan {
    private static final int MOST_INTEGERS = 512;

    record Sums(long integers, long sum, int restBytes) {}

    static Sums scan(Path path) throws IOException {
        long integers = 0;
        long sum = 0;
        long wholeBytes = 0;
        try (var file = new FileInputStream(path.toFile());
                var stream = new DataInputStream(new BufferedInputStream(file))) {
            while (true) {
                long ofRecord = 0;
                int count;
                try {
                    count = Integer.reverseBytes(stream.readInt());
                    if (count < 0 || count > MOST_INTEGERS) {
                        throw new IOException("a record of " + count + " integers");
                    }
                    for (int place = 0; place < count; place++) {
                        long number = Integer.reverseBytes(stream.readInt());
                        ofRecord += place % 2 == 0 ? number : 2 * number;
                    }
                } catch (EOFException end) { // all has been read, and of the last record too little
                    return new Sums(integers, sum, (int) (file.getChannel().position() - wholeBytes));
                }
                integers += count;
                sum += ofRecord;
                wholeBytes += 4 + 4 * count;
            }
        }
    }
}
