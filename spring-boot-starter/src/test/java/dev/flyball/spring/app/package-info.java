/** An application. */
@NullMarked
package dev.flyball.spring.app;

import org.jspecify.annotations.NullMarked;
