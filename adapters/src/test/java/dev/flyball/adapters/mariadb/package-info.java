/** Tests of what needs no server; those on a real one are in the lab. */
@NullMarked
package dev.flyball.adapters.mariadb;

import org.jspecify.annotations.NullMarked;
