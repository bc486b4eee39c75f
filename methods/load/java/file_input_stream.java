// readAllBytes() of a FileInputStream.
// Use it for streams of which the size is not known; here the file is asked how much is left.
// called: readAllBytes() of a FileInputStream
// unsized: yes

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

final class Load {
    static List<byte[]> load(Path folder, List<String> names) throws IOException {
        List<byte[]> contents = new ArrayList<>(names.size());
        for (String name : names) {
            try (var file = new FileInputStream(new File(folder.toFile(), name))) {
                contents.add(file.readAllBytes());
            }
        }
        return contents;
    }
}
