// The result of `list`, as all jobs that list have it.

#include "names.h"
