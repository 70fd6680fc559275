/**
 * A real browser for tests: the system's Chromium, driven by Playwright.
 *
 * <p>Start reading at {@link dev.flyball.tools.browser.BrowserSession}. What may never be here: a
 * request to another machine.
 */
@NullMarked
package dev.flyball.tools.browser;

import org.jspecify.annotations.NullMarked;
