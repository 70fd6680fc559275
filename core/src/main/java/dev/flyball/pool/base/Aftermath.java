package dev.flyball.pool.base;

import dev.flyball.admission.line.WaitingLine.Shed;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a rule for who gets in leaves to do, once the lock is released under which it was asked.
 *
 * @param gone tasks whose owners are to be told that they were shed
 * @param ruleFailure what the rule has thrown, the first time that it has thrown anything
 */
public record Aftermath<T>(List<Shed<T>> gone, @Nullable Throwable ruleFailure) {}
