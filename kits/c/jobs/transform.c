// The adapter of `transform`: a whole file to stdout, its letters turned by ROT13.

#define WORK transform
#include "to_sink.h"
