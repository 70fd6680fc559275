/**
 * What a report of a bug needs of a running program, read from outside: of its virtual machine over
 * JMX, and of its process from the system.
 *
 * <p>Nothing here reads a system property, a variable of the environment or a command line of the
 * program, and nothing changes anything there. Start with {@link
 * dev.flyball.tools.support.SupportReport}.
 */
@NullMarked
package dev.flyball.tools.support;

import org.jspecify.annotations.NullMarked;
