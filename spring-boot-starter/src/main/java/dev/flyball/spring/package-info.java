/**
 * Flyball in a Spring Boot application: pools of its own by configuration, and those that Boot
 * makes adopted.
 *
 * <p>Start with {@link dev.flyball.spring.FlyballProperties}; docs/spring-boot.md is the guide.
 */
@NullMarked
package dev.flyball.spring;

import org.jspecify.annotations.NullMarked;
