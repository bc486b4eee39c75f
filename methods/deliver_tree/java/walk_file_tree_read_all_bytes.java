// Files.walkFileTree(), which knows what each file is; each is read whole and written.
// Use it when the files are small or looked at on the way; the largest file must fit into memory.
// called: Files.walkFileTree() and Files.readAllBytes()
// hidden: yes

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

final class DeliverTree extends SimpleFileVisitor<Path> {
    private final FileOutputStream sink;
    private long sent;

    private DeliverTree(FileOutputStream sink) {
        this.sink = sink;
    }

    @Override
    public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) throws IOException {
        if (attributes.isRegularFile()) {
            byte[] content = Files.readAllBytes(path);
            sink.write(content);
            sent += content.length;
        }
        return FileVisitResult.CONTINUE;
    }

    static long deliverTree(Path folder, FileOutputStream sink) throws IOException {
        var visitor = new DeliverTree(sink);
        Files.walkFileTree(folder, visitor);
        return visitor.sent;
    }
}
