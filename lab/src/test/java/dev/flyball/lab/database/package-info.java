/** Tests of the database tier; those on a real server share one, as far as they leave it alive. */
@NullMarked
package dev.flyball.lab.database;

import org.jspecify.annotations.NullMarked;
