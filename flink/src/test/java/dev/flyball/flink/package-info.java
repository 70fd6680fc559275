@NullMarked
package dev.flyball.flink;

import org.jspecify.annotations.NullMarked;
