/**
 * The code of the pages of documentation, compiled: what no example and no other test has. {@code
 * PagesTest} compares the two; a page's code is changed in both places.
 */
@NullMarked
package dev.flyball.lab.pages;

import org.jspecify.annotations.NullMarked;
