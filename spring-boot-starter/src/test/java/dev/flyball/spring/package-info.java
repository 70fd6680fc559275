/** Real applications of Spring Boot. */
@NullMarked
package dev.flyball.spring;

import org.jspecify.annotations.NullMarked;
