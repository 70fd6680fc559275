/** Tests of the peers. */
@NullMarked
package dev.flyball.lab.peers;

import org.jspecify.annotations.NullMarked;
