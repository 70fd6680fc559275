/**
 * The connections of a HikariCP data source, governed where they are.
 *
 * <p>Start reading at {@link dev.flyball.adapters.hikari.HikariConnections}. What may never be
 * here: a class of HikariCP that the provider needs in order to load, or more reflection into it
 * than to find the metrics tracker.
 */
@NullMarked
package dev.flyball.adapters.hikari;

import org.jspecify.annotations.NullMarked;
