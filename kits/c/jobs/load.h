// The result of `load`, as all jobs that load have it.

#include "contents.h"
