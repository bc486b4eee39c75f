// read(), a table of 256 bytes, write(): pieces of 64 KiB, changed where they lie.
// Use it when every byte maps to one byte; changes that span bytes need to carry over the seams.
// called: read() and write() of 64 KiB

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;

final class Transform {
    private static final byte[] ROT13 = new byte[256];

    static {
        for (int letter = 0; letter < ROT13.length; letter++) {
            ROT13[letter] = (byte) letter;
        }
        for (int letter = 0; letter < 26; letter++) {
            ROT13['A' + letter] = (byte) ('A' + (letter + 13) % 26);
            ROT13['a' + letter] = (byte) ('a' + (letter + 13) % 26);
        }
    }

    static long transform(Path path, FileOutputStream sink) throws IOException {
        long sent = 0;
        try (var file = new FileInputStream(path.toFile())) {
            byte[] buffer = new byte[64 << 10];
            int count;
            while ((count = file.read(buffer)) >= 0) {
                for (int index = 0; index < count; index++) {
                    buffer[index] = ROT13[Byte.toUnsignedInt(buffer[index])];
                }
                sink.write(buffer, 0, count);
                sent += count;
            }
        }
        return sent;
    }
}
