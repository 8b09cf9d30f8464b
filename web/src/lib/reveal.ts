/** Brings what appears into view, for a `ref`: what caused it may be at the other end of what scrolls. */
export function reveal(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center' });
}
