// Files.readAllBytes() of each file.
// Use it by default: it asks for the size first, and takes what the file holds, whatever that was told to be.
// called: Files.readAllBytes()
// unsized: yes

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

final class Load {
    static List<byte[]> load(Path folder, List<String> names) throws IOException {
        List<byte[]> contents = new ArrayList<>(names.size());
        for (String name : names) {
            contents.add(Files.readAllBytes(folder.resolve(name)));
        }
        return contents;
    }
}
