/** Tests of the interceptor in a real server, over real sockets. */
@NullMarked
package dev.flyball.adapters.grpc;

import org.jspecify.annotations.NullMarked;
