/** The published sizing methods, each as its source says, and their list. */
@NullMarked
package dev.flyball.policies;

import org.jspecify.annotations.NullMarked;
