/** Policies that follow a signal of their own, such as frames or late wake-ups. */
@NullMarked
package dev.flyball.policies.signal;

import org.jspecify.annotations.NullMarked;
