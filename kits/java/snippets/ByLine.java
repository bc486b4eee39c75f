// BufferedReader.readLine(): one line after the other. Change it to what you have in mind.

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

public class ByLine {
    static long run(Path path) throws IOException {
        long lines = 0;
        try (BufferedReader reader = Files.newBufferedReader(path)) {
            while (reader.readLine() != null) {
                lines++;
            }
        }
        return lines;
    }
}
