@NullMarked
package dev.flyball.adapters.spring;

import org.jspecify.annotations.NullMarked;
