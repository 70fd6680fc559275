/**
 * A data-flow program as a value: its nodes, the routes between them, and the host that they share.
 *
 * <p>Start reading at {@link dev.flyball.dataflow.network.Network}; {@link
 * dev.flyball.dataflow.network.NetworkFile} reads one from a file.
 */
@NullMarked
package dev.flyball.dataflow.network;

import org.jspecify.annotations.NullMarked;
