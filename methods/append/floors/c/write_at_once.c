// All records written in few calls, to a file that is there already.
// A method that keeps records back must hand each of their bytes to the kernel, and that is all
// that is done here; the pieces of a call are one buffer again and again.
// floor: copying
// parameters: call_bytes 65536..4194304
// visible: at the end

#include "append.h"
#include "floor_lines.h"

enum { CALL_BYTES = 4194304 };

// Asking for each record is a method's work, and not the least there is: this takes all of them at
// once.
int64_t append(const char *path, struct records *records) {
    int64_t count = records->left;
    records->left = 0;
    return write_lines(path, records->same.bytes, records->same.size, count, CALL_BYTES);
}
