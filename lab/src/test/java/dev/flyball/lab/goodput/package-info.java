@NullMarked
package dev.flyball.lab.goodput;

import org.jspecify.annotations.NullMarked;
