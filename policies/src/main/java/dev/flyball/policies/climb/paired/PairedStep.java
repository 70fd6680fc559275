package dev.flyball.policies.climb.paired;

import dev.flyball.policy.Reason;

/**
 * The result of a step of a {@link PairedChoice}.
 *
 * @param size the size to have
 * @param why the reason
 * @param next what to go on from
 */
record PairedStep(int size, Reason why, PairedChoice next) {

  PairedStep after(Reason before) {
    return new PairedStep(size, before.and(why), next);
  }
}
