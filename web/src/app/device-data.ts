import { forgetPasswordLink } from '#features/account/password-link.ts';
import { KEPT_EDITS } from '#lib/kept-edits.ts';
import { closePushes, endPushes } from './device/end-pushes.ts';
import { forgetSeen } from './device/seen-database.ts';

/** The person whose unfinished work and last seen answers are on this device; empty after a sign-out. */
const OWNER = 'postloom.owner';

/** Where unfinished work is kept: the composer's drafts, edits of forms that were not saved, uploads that a crash did. */
const workKeys = ['postloom.composer.', KEPT_EDITS, 'uppyState:'];
const photoDatabase = 'uppy-blobs';

/** Nothing waits for it: a browser may take its time, and may have no worker that takes pushes. */
function withWorker(act: (registration: ServiceWorkerRegistration) => Promise<void>): void {
  if ('serviceWorker' in navigator) {
    navigator.serviceWorker
      .getRegistration()
      .then((registration) => registration && act(registration))
      .catch(() => undefined);
  }
}

function forgetWork(): void {
  for (const key of Object.keys(localStorage)) {
    if (workKeys.some((prefix) => key.startsWith(prefix))) {
      localStorage.removeItem(key);
    }
  }
  // Waits while an upload dialog of this page holds it; the sign-in page asks once more.
  indexedDB.deleteDatabase(photoDatabase);
  void forgetSeen();
  withWorker(endPushes);
}

/** Storage may be blocked: then nothing is kept either. */
function quietly(act: () => void): void {
  try {
    act();
  } catch {
    return;
  }
}

/** Whether this page comes from the device, which found no server: the service worker keeps one that says so. */
export function isOpenedByDevice(page: Document = document): boolean {
  return page.documentElement.hasAttribute('data-opened-by-device');
}

/** Whose device this is; null before the first sign-in, after a sign-out and where storage is blocked. */
export function deviceOwner(): string | null {
  try {
    return localStorage.getItem(OWNER) || null;
  } catch {
    return null;
  }
}

/** Somebody is signed in: what another person left on this device goes, one's own stays, also when a session has ended. */
export function claimDevice(userId: string): void {
  quietly(() => {
    const owner = localStorage.getItem(OWNER);
    if (owner === userId) {
      return;
    }
    if (owner !== null) {
      forgetWork();
    }
    localStorage.setItem(OWNER, userId);
  });
}

/** The person signs out: nothing of theirs stays for the next one at this device. */
export function leaveDevice(): void {
  quietly(() => {
    localStorage.setItem(OWNER, '');
    forgetPasswordLink();
    forgetWork();
  });
}

/**
 * Nobody is signed in: finishes what a sign-out began. Where the session has merely ended, what was seen and told goes all the
 * same, since it may have been ended from another device because this one is lost; the person's own unsaved words stay for them,
 * and so does the wish for pushes, which the server sends to no ended session.
 */
export function finishLeaving(): void {
  quietly(() => {
    if (localStorage.getItem(OWNER) === '') {
      forgetWork();
    } else {
      void forgetSeen();
      withWorker(closePushes);
    }
  });
}
