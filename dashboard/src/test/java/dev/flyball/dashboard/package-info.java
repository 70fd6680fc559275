/** Tests of the dashboard. */
@NullMarked
package dev.flyball.dashboard;

import org.jspecify.annotations.NullMarked;
