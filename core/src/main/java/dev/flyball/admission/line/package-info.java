/** The line of waiting tasks that an admission rule keeps, for pools of any kind of time. */
@NullMarked
package dev.flyball.admission.line;

import org.jspecify.annotations.NullMarked;
