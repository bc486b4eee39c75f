// The records of several writers that append to one file within a window.

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.function.Function;

/**
 * The records of one of several writers, as what a method takes. A record is `#`, then its tag again and again, so that
 * every part of it tells whose it is. A tag is WW.SSSSSSSSSSSS and a space: the writer and the record's number, from 0.
 */
final class Tags<T> {
    /** A method that writes records to the file of that path; it returns how many. */
    interface Method<T> {
        long write(Path path, Iterable<T> records) throws Exception;
    }

    private static final int TAG_BYTES = 16;

    /** A record's bytes stay as they are until this many more have been asked for. */
    private static final int RECORDS_KEPT = 64;

    private final byte[] tag;
    private final byte[][] slots = new byte[RECORDS_KEPT][];
    private final int body;
    private final Function<byte[], T> form;
    private int slot;
    private Kit.Window window;

    /** It refuses records that have no room for a tag. `form` makes of a record's bytes what the method takes. */
    Tags(long writer, int recordBytes, String end, Function<byte[], T> form) {
        this.form = form;
        body = recordBytes - 1 - end.length();
        if (writer > 99 || body < TAG_BYTES) {
            String words = "no tag of writer %d fits into record_bytes=%d";
            throw new Kit.BadRequest(words.formatted(writer, recordBytes));
        }
        tag = "%02d.%012d ".formatted(writer, 0).getBytes(US_ASCII);
        for (int index = 0; index < RECORDS_KEPT; index++) {
            slots[index] = Kit.letters(recordBytes - end.length(), end);
            slots[index][0] = '#';
        }
    }

    /** Call a method again and again, each time with as many records as one call writes, and return all of them. */
    long fill(Kit.Window window, Method<T> method, Path path, int count) throws Exception {
        this.window = window;
        System.arraycopy("000000000000".getBytes(US_ASCII), 0, tag, 3, 12);
        long written = 0;
        long dueNs;
        for (long number = 0; (dueNs = window.next(number)) >= 0; number++) {
            written += method.write(path, records(dueNs, count));
            takeBack(); // the method may not have asked for more
        }
        return written;
    }

    /** Hand out the records of one call; note when each was handed out (or due) and when it was done. */
    private Iterable<T> records(long dueNs, int count) {
        return () -> new Iterator<>() {
            private int left = count;

            @Override
            public boolean hasNext() {
                takeBack();
                return left > 0 && Kit.nowNs() < window.endNs();
            }

            @Override
            public T next() {
                left--;
                T record = form.apply(write());
                window.moments().note(window.everyNs() == 0 ? Kit.nowNs() : dueNs);
                return record;
            }
        };
    }

    /** Note that the record that is out is done, if there is one. */
    private void takeBack() {
        if (window.moments().isAtWork()) {
            window.moments().note(Kit.nowNs());
        }
    }

    /** Write the tag's record to the next slot, and turn the tag into the next record's. */
    private byte[] write() {
        byte[] record = slots[slot];
        slot = (slot + 1) % RECORDS_KEPT;
        System.arraycopy(tag, 0, record, 1, TAG_BYTES);
        for (int done = TAG_BYTES; done < body; done *= 2) {
            System.arraycopy(record, 1, record, 1 + done, Math.min(done, body - done));
        }
        for (int digit = TAG_BYTES - 2; digit > 2; digit--) {
            if (++tag[digit] <= '9') {
                break;
            }
            tag[digit] = '0';
        }
        return record;
    }
}
