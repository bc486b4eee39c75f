// One packed file and an index of offsets; read() of a FileChannel at the offset of each item.
// Use it when many items are written once and read often; to change one, the file is packed anew.
// called: one packed file

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;

final class ReadBlobs {
    record Totals(long items, long bytes, long ends) {}

    private record Place(long at, int size) {}

    private static Map<String, Place> readIndex(Path path) throws IOException {
        Map<String, Place> places = new HashMap<>();
        for (String line : Files.readAllLines(path)) {
            String[] words = line.split(" ", 3);
            places.put(words[2], new Place(Long.parseLong(words[0]), Integer.parseInt(words[1])));
        }
        return places;
    }

    static Totals readBlobs(Path folder, List<String> names) throws IOException {
        Map<String, Place> places = readIndex(folder.resolve("blobs.index"));
        long items = 0;
        long bytes = 0;
        long ends = 0;
        try (var packed = FileChannel.open(folder.resolve("blobs.pack"))) {
            for (String name : names) {
                Place place = places.get(name);
                if (place == null) {
                    throw new NoSuchElementException(name);
                }
                ByteBuffer buffer = ByteBuffer.allocate(place.size());
                while (buffer.hasRemaining() && packed.read(buffer, place.at() + buffer.position()) > 0) {}
                byte[] item = buffer.array();
                items++;
                bytes += item.length;
                if (item.length > 0) {
                    ends += (item[0] & 0xff) + (item[item.length - 1] & 0xff);
                }
            }
        }
        return new Totals(items, bytes, ends);
    }
}
