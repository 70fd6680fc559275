/** Laws: the size follows from what is measured, without trying anything. */
@NullMarked
package dev.flyball.policies.law;

import org.jspecify.annotations.NullMarked;
