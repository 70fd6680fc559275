/** What is drawn on a terminal: live views, progress, pages, the log. */
@NullMarked
package dev.flyball.tools.cli.terminal;

import org.jspecify.annotations.NullMarked;
