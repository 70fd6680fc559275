/** Tests of measuring a server under load, most of them on made-up ones. */
@NullMarked
package dev.flyball.lab.calldata;

import org.jspecify.annotations.NullMarked;
