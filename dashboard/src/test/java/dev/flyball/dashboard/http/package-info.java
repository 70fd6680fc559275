@NullMarked
package dev.flyball.dashboard.http;

import org.jspecify.annotations.NullMarked;
