// Adapter for `deliver_tree`: send all files below a folder to stdout as they are.

#define WORK deliver_tree
#include "to_sink.h"
