// read() and write() in turn, through one array, of 1 MiB unless another size is said.
// Use it when the bytes are looked at, or changed, on their way.
// called: read() and write() of {piece_bytes}
// parameters: piece_bytes 512..16777216
// durable: no
// mode: not kept

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;

final class CopyFile {
    private static final int PIECE_BYTES = 1048576;

    static void copyFile(Path source, Path target) throws IOException {
        try (var from = new FileInputStream(source.toFile()); var to = new FileOutputStream(target.toFile())) {
            byte[] buffer = new byte[PIECE_BYTES];
            int count;
            while ((count = from.read(buffer)) >= 0) {
                to.write(buffer, 0, count);
            }
        }
    }
}
