import type { Business } from '@postloom/contracts';

/**
 * The business a page shows. Chosen once per page: another tab's switch does not move this one. When it is deleted, the active
 * one follows, else the first.
 */
export function businessOfPage(
  businesses: readonly Pick<Business, 'id'>[],
  activeId: string | null,
  shownId: string | null,
): string | null {
  const has = (id: string | null) => businesses.some((one) => one.id === id);
  if (has(shownId)) {
    return shownId;
  }
  return has(activeId) ? activeId : (businesses[0]?.id ?? null);
}
