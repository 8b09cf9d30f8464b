/** Leaves the product for a page of the payment provider; nothing but a web address is followed. */
export function leaveFor(url: string): void {
  if (/^https?:$/.test(new URL(url).protocol)) {
    location.assign(url);
  }
}
