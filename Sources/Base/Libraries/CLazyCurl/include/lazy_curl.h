#ifndef UPRIGHT_LAZY_CURL_H
#define UPRIGHT_LAZY_CURL_H

/* libcurl's functions, as far as Foundation's URLSession calls them, found when the first of them is called.
 *
 * Linked in the usual way, libcurl and the thirty libraries behind it take half of a program's start, and only a program
 * that asks a geocoder over HTTPS ever needs them. */

/* Whether libcurl is on this machine; loads it. */
int upright_curl_is_available(void);

#endif
