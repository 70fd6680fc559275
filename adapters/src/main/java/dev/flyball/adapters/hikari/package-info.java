/**
 * The connections of a HikariCP data source, governed where they are.
 *
 * <p>Start reading at {@link dev.flyball.adapters.hikari.HikariConnections}. What may never be
 * here: reflection into HikariCP, or a class of it that the provider needs in order to load.
 */
@NullMarked
package dev.flyball.adapters.hikari;

import org.jspecify.annotations.NullMarked;
