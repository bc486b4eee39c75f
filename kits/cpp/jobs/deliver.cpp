// Adapter for `deliver`: send a whole file to stdout as it is.

#define WORK deliver
#include "to_sink.hpp"
