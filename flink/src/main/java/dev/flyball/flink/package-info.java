/**
 * A job of Apache Flink, driven over its REST interface: observed, planned under a budget, rescaled
 * while it runs. Nothing here needs a class of Flink.
 *
 * <p>Start reading at {@link dev.flyball.flink.FlinkGovernor}, which decides; {@link
 * dev.flyball.flink.FlinkJob} is the job itself.
 */
@NullMarked
package dev.flyball.flink;

import org.jspecify.annotations.NullMarked;
