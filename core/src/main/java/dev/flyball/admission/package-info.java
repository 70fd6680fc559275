/**
 * Who gets in: rules that admit a task, turn it away, or let it take another one's place, so that
 * overload costs only what it must.
 */
@NullMarked
package dev.flyball.admission;

import org.jspecify.annotations.NullMarked;
