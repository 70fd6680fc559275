/**
 * The edge of a gRPC server: a call's deadline becomes that of its task.
 *
 * <p>Start reading at {@link dev.flyball.adapters.grpc.AdmissionInterceptor}. What may never be
 * here: a transport, or generated code; whatever is done here, is done with {@code grpc-api}.
 */
@NullMarked
package dev.flyball.adapters.grpc;

import org.jspecify.annotations.NullMarked;
