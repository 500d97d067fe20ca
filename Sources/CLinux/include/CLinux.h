#ifndef CLINUX_H
#define CLINUX_H
#include "files.h"
#endif
