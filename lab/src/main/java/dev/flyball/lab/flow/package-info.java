/** Data-flow programs in experiments: plans as figures and pictures. */
@NullMarked
package dev.flyball.lab.flow;

import org.jspecify.annotations.NullMarked;
