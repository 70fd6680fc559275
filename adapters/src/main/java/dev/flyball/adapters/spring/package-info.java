/**
 * Spring's executors as pools that can be governed where they stand.
 *
 * <p>Start reading at {@link dev.flyball.adapters.spring.SpringPools}.
 */
@NullMarked
package dev.flyball.adapters.spring;

import org.jspecify.annotations.NullMarked;
