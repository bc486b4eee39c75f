// FileChannel.size() and read() into a ByteBuffer of so many bytes.
// Use it when the bytes are wanted in a buffer; it finds nothing in /proc, where sizes are told as 0.
// called: read() of a FileChannel
// unsized: no

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

final class Load {
    static List<byte[]> load(Path folder, List<String> names) throws IOException {
        List<byte[]> contents = new ArrayList<>(names.size());
        for (String name : names) {
            try (var file = FileChannel.open(folder.resolve(name), StandardOpenOption.READ)) {
                ByteBuffer content = ByteBuffer.allocate(Math.toIntExact(file.size()));
                while (content.hasRemaining() && file.read(content) >= 0) {}
                byte[] bytes = content.array();
                boolean isCut = content.hasRemaining(); // by another process meanwhile
                contents.add(isCut ? Arrays.copyOf(bytes, content.position()) : bytes);
            }
        }
        return contents;
    }
}
