/** Tests against a real Undertow. */
@NullMarked
package dev.flyball.adapters.undertow;

import org.jspecify.annotations.NullMarked;
