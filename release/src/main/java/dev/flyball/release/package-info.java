/** What is looked at before a release: modules as they are staged, SBOMs, vulnerabilities. */
@NullMarked
package dev.flyball.release;

import org.jspecify.annotations.NullMarked;
