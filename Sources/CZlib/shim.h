// The system's zlib, as its own header declares it.
#include <zlib.h>
