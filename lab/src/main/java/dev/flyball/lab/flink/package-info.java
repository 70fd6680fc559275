/**
 * A session cluster of Apache Flink in processes of its own on this machine, and a governed job on
 * it. Flink's jars lie where the launcher has put them; nothing here needs a class of them.
 *
 * <p>Start reading at {@link dev.flyball.lab.flink.FlinkDemo}.
 */
@NullMarked
package dev.flyball.lab.flink;

import org.jspecify.annotations.NullMarked;
