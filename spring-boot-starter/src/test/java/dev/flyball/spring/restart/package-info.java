/** Applications as processes of their own, which are restarted while they serve. */
@NullMarked
package dev.flyball.spring.restart;

import org.jspecify.annotations.NullMarked;
