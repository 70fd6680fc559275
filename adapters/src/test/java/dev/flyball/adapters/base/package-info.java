/** What tests of several libraries' adapters share. */
@NullMarked
package dev.flyball.adapters.base;

import org.jspecify.annotations.NullMarked;
