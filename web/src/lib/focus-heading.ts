/** Gives the focus to what a part of a page begins with, which is reached by no key, and leaves the page where it is scrolled to. */
export function focusHeading(heading: HTMLElement | null): void {
  if (heading) {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
}
