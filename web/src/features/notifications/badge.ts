/** '3', '99+' or nothing: what the bell shows. */
export function badgeText(unread: number): string | null {
  if (unread <= 0) {
    return null;
  }
  return unread > 99 ? '99+' : String(unread);
}
