import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, expect } from 'vitest';
import { setPageBusinessId } from '#lib/api/page-scope.ts';

// A busy machine may take longer than the usual second until a screen shows what it was told.
configure({ asyncUtilTimeout: 10_000 });

/** To whoever uses it: a button whose action runs is off without the attribute, so that it keeps the focus. */
const isOff = (one: Element) => one.matches(':disabled, [aria-disabled="true"]');
// As Playwright has it, and unlike the matchers of jest-dom, which know the attribute alone.
expect.extend({
  toBeDisabled: (one: Element) => ({
    pass: isOff(one),
    message: () => `It is disabled: ${isOff(one)}\n${one.outerHTML}`,
  }),
  toBeEnabled: (one: Element) => ({
    pass: !isOff(one),
    message: () => `It is enabled: ${!isOff(one)}\n${one.outerHTML}`,
  }),
});

// Radix measures and captures pointers, a long list watches its end; jsdom has none of these.
class NoResize implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
globalThis.ResizeObserver ??= NoResize;
class NoIntersection implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }
}
globalThis.IntersectionObserver ??= NoIntersection;
Element.prototype.hasPointerCapture ??= () => false;
Element.prototype.setPointerCapture ??= () => undefined;
Element.prototype.releasePointerCapture ??= () => undefined;
Element.prototype.scrollIntoView ??= () => undefined;
Element.prototype.scrollTo ??= () => undefined;
globalThis.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  }) satisfies MediaQueryList;

// Fields lose their focus in jsdom by an interval that also draws its frames. One that began on a test's own clock stands still
// after that test, and no frame would come again in any file of its worker.
const { setTimeout: laterOnTheRealClock, clearTimeout: notLater } = globalThis;
globalThis.requestAnimationFrame = (draw) => Number(laterOnTheRealClock(() => draw(performance.now()), 1000 / 60));
globalThis.cancelAnimationFrame = (frame) => notLater(frame);

afterEach(() => {
  cleanup();
  // Charts leave the line by which they measure words behind.
  document.getElementById('__react_svg_text_measurement_id')?.closest('svg')?.remove();
  localStorage.clear();
  // Test files share their modules.
  setPageBusinessId(null);
});
