package dev.flyball.pool.dispatch;

import dev.flyball.admission.line.WaitingLine.Shed;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is left to do once the lock is released.
 *
 * @param gone tasks whose owners are to be told that they were shed
 * @param ruleFailure what the rule has thrown, the first time that it has thrown anything
 */
record Aftermath(List<Shed<WaitingTask>> gone, @Nullable Throwable ruleFailure) {}
