/** Tests of what there is to show, on made-up servers. */
@NullMarked
package dev.flyball.lab.demo;

import org.jspecify.annotations.NullMarked;
