/**
 * Tomcat's threads, governed where they stand.
 *
 * <p>Nothing of requests' admission is here: that is {@code adapters.servlet}. Start with {@link
 * dev.flyball.adapters.tomcat.TomcatPools}.
 */
@NullMarked
package dev.flyball.adapters.tomcat;

import org.jspecify.annotations.NullMarked;
