// FileUtils.readFileToByteArray() of Apache Commons IO.
// Use it if you have Commons IO already; Files.readAllBytes() does as much without it.
// called: FileUtils.readFileToByteArray()
// needs: package commons-io
// unsized: yes

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.io.FileUtils;

final class Load {
    static List<byte[]> load(Path folder, List<String> names) throws IOException {
        List<byte[]> contents = new ArrayList<>(names.size());
        for (String name : names) {
            contents.add(FileUtils.readFileToByteArray(new File(folder.toFile(), name)));
        }
        return contents;
    }
}
