// Files to stdout, for the jobs that deliver.

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.nio.file.Path;

/** Sends whole files by a function that is given a path and the sink, and gives back the bytes sent. */
final class ToSink extends Kit.Adapter {
    interface Send {
        long send(Path path, FileOutputStream sink) throws Exception;
    }

    private final Send method;
    private Path input;
    private FileOutputStream sink;

    ToSink(Send method) {
        this.method = method;
    }

    /** Take over what to send. */
    @Override
    void prepare(Kit.Pairs pairs) {
        input = pairs.ownPath("input");
    }

    /** Open the sink, which has no buffer; System.out would do more. */
    @Override
    void arrange(int iterations) {
        sink = new FileOutputStream(FileDescriptor.out);
    }

    /** Send it and return the bytes sent. */
    @Override
    long iterate(int iterations) throws Exception {
        long sent = 0;
        for (int iteration = 0; iteration < iterations; iteration++) {
            sent += method.send(input, sink);
        }
        return sent;
    }
}
