/**
 * A governed pipeline as other programs see it, over JMX.
 *
 * <p>Start reading at {@link dev.flyball.dataflow.expose.FlowMonitor}.
 */
@NullMarked
package dev.flyball.dataflow.expose;

import org.jspecify.annotations.NullMarked;
