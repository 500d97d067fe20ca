#ifndef UPRIGHT_LAZY_CURL_H
#define UPRIGHT_LAZY_CURL_H

/* This target defines the functions of libcurl that Foundation's URLSession calls. The first call of any of them loads libcurl.
 *
 * Linked in the usual way, libcurl and the thirty libraries that it depends on take half of a program's start-up time,
 * and only a program that queries a geocoder over HTTPS needs them. */

#endif
