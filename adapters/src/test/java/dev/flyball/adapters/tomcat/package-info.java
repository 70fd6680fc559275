/** Tests against a real Tomcat. */
@NullMarked
package dev.flyball.adapters.tomcat;

import org.jspecify.annotations.NullMarked;
