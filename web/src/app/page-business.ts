import type { Business } from '@postloom/contracts';
import { onPageBusinessChange, pageBusiness, setPageBusinessId } from '#lib/api/index.ts';

/** What this tab shows: kept for a reload, and for the way through the sign-in page. */
const SHOWN = 'postloom.business';
/** What an address asks for: mails and pushes name the business they are about. */
const ASKED = 'business';
const BUSINESS_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

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

/**
 * Before anything is read: the page shows the business that its address asks for, else the one that this tab showed before. Whether the
 * person has it is known later; `businessOfPage` decides then. The address loses the question, so that what is shared or bookmarked from
 * here on asks for nothing.
 */
export function beginPageBusiness(): void {
  const address = new URL(location.href);
  const asked = address.searchParams.get(ASKED);
  if (asked !== null) {
    address.searchParams.delete(ASKED);
    history.replaceState(history.state, '', address);
  }
  const first = asked ?? shownBefore();
  setPageBusinessId(first !== null && BUSINESS_ID.test(first) ? first : null);
  rememberShown();
  onPageBusinessChange(rememberShown);
}

function shownBefore(): string | null {
  try {
    return sessionStorage.getItem(SHOWN);
  } catch {
    return null; // Storage is blocked: a reload shows the active business.
  }
}

function rememberShown(): void {
  const shown = pageBusiness();
  try {
    if (shown !== null) {
      sessionStorage.setItem(SHOWN, shown);
    }
  } catch {
    return;
  }
}
