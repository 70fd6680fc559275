/** Tests of OkHttp against a server over real sockets. */
@NullMarked
package dev.flyball.adapters.okhttp;

import org.jspecify.annotations.NullMarked;
