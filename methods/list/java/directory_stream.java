// Files.newDirectoryStream(): paths one after the other, as they come.
// Use it for large folders of which you need one path at a time, or those that match a pattern.
// sorted: no
// yields: paths
// hidden: yes
// dots: no

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

final class ListFolder {
    static List<Path> listFolder(Path folder) throws IOException {
        List<Path> paths = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
            for (Path path : entries) {
                paths.add(path);
            }
        }
        return paths;
    }
}
