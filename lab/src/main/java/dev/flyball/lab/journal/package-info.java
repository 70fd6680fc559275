/**
 * A governor's journal, read again from its file, and asked again.
 *
 * <p>Start reading at {@link dev.flyball.lab.journal.Replay}. What may never be here: a rule of a
 * governor or of a policy; the classes that ship decide.
 */
@NullMarked
package dev.flyball.lab.journal;

import org.jspecify.annotations.NullMarked;
