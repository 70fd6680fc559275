/** {@code flyball flow}: networks and jobs of Flink, planned, measured and governed. */
@NullMarked
package dev.flyball.tools.cli.flow;

import org.jspecify.annotations.NullMarked;
