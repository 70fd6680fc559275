/**
 * Utilities that every module uses and no user needs: checks of arguments, suggestions for misspelt
 * names, text in one line, dice that are the same on every machine.
 */
@NullMarked
package dev.flyball.base;

import org.jspecify.annotations.NullMarked;
