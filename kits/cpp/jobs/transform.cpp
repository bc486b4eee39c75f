// Adapter for `transform`: send a whole file to stdout, its letters turned by ROT13.

#define WORK transform
#include "to_sink.hpp"
