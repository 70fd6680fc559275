/**
 * What nodes of a data-flow program do, for measuring how fast this machine does it: writing to a
 * file, inserting into a database, transforming data, sending over TCP, or what a class of the
 * user's own does.
 *
 * <p>Start reading at {@link dev.flyball.lab.flow.tasks.NodeWork}; {@link
 * dev.flyball.lab.flow.tasks.NodeWorkText} is how it is written on a command line.
 */
@NullMarked
package dev.flyball.lab.flow.tasks;

import org.jspecify.annotations.NullMarked;
