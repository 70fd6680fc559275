/** Numbers and words as people read them: on pages, in pictures and on terminals. */
@NullMarked
package dev.flyball.lab.report.text;

import org.jspecify.annotations.NullMarked;
