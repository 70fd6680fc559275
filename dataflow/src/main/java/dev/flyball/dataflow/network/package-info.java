/**
 * A data-flow program as a value: nodes, what flows between them, the host they share.
 *
 * <p>Start reading at {@link dev.flyball.dataflow.network.Network}; {@link
 * dev.flyball.dataflow.network.NetworkFile} reads one from a file.
 */
@NullMarked
package dev.flyball.dataflow.network;

import org.jspecify.annotations.NullMarked;
