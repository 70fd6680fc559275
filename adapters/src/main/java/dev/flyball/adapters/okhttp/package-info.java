/**
 * OkHttp's calls, governed where they stand.
 *
 * <p>Start with {@link dev.flyball.adapters.okhttp.OkHttpPools}.
 */
@NullMarked
package dev.flyball.adapters.okhttp;

import org.jspecify.annotations.NullMarked;
