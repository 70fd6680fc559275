/**
 * The data that the dashboard reads of a pool, in this process or over JMX: figures, decisions, and
 * the governor's state. For Flyball's own modules.
 *
 * <p>Start reading at {@link dev.flyball.expose.view.PoolView}. What may never be here: a figure
 * that is not also in an observation.
 */
@NullMarked
package dev.flyball.expose.view;

import org.jspecify.annotations.NullMarked;
