/** Tests of a governed HikariCP data source, against the real one and an H2 database in memory. */
@NullMarked
package dev.flyball.adapters.hikari;

import org.jspecify.annotations.NullMarked;
