/** The names of policies, their parameters, and the text form of parameter values. */
@NullMarked
package dev.flyball.policy.spec;

import org.jspecify.annotations.NullMarked;
