// Files.readAllBytes() of the whole file, then a loop. Change it to what you have in mind.

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

public class Whole {
    static long run(Path path) throws IOException {
        long lines = 0;
        for (byte letter : Files.readAllBytes(path)) {
            if (letter == '\n') {
                lines++;
            }
        }
        return lines;
    }
}
