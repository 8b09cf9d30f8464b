import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DRAFT_KEYS } from '#features/composer/draft-store.ts';
import { keepPasswordLink, keptPasswordLink } from '#features/account/password-link.ts';
import { KEPT_EDITS } from '#lib/kept-edits.ts';
import { claimDevice, deviceOwner, finishLeaving, leaveDevice } from './device-data.ts';
import { SEEN_DATABASE } from './device/seen-database.ts';

const draft = `${DRAFT_KEYS}b1`;
const deleteDatabase = vi.fn(() => ({}));
const unsubscribe = vi.fn(() => Promise.resolve(true));
const closed = vi.fn();

/** A browser that takes pushes and shows two. */
const registration = {
  getNotifications: () => Promise.resolve([{ close: closed }, { close: closed }]),
  pushManager: { getSubscription: () => Promise.resolve({ unsubscribe }) },
};
const withPushes = (answer: () => Promise<unknown> = () => Promise.resolve(registration)) =>
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: answer } });
/** How many were taken off the screen, and how often the browser was told to take none any more. */
const pushes = () => [closed.mock.calls.length, unsubscribe.mock.calls.length];

/** What a person leaves behind in the middle of their work, and what belongs to the device. */
function leaveWork(): void {
  localStorage.setItem(draft, 'half a thought');
  localStorage.setItem(`${draft}.p1`, 'half an edit');
  localStorage.setItem(`${KEPT_EDITS}business.b1`, 'half a name');
  localStorage.setItem('uppyState:postloom-b1', 'two photos');
  localStorage.setItem('postloom.theme', 'dark');
}
const left = () => Object.keys(localStorage).filter((key) => key !== 'postloom.owner');

beforeEach(() => {
  vi.clearAllMocks();
  vi.stubGlobal('indexedDB', { deleteDatabase });
});
afterEach(() => vi.unstubAllGlobals());

describe('unfinished work on the device', () => {
  it('stays for the same person, whose session has ended', () => {
    claimDevice('ada');
    leaveWork();
    finishLeaving();
    claimDevice('ada');
    expect(left()).toHaveLength(5);
    // What was seen goes: the session may have been ended from elsewhere.
    expect(deleteDatabase.mock.calls).toEqual([[SEEN_DATABASE]]);
  });

  it('goes at the sign-out, photos and what was seen too; the theme stays', () => {
    claimDevice('ada');
    leaveWork();
    leaveDevice();
    expect(left()).toEqual(['postloom.theme']);
    expect(deleteDatabase.mock.calls).toEqual([['uppy-blobs'], [SEEN_DATABASE]]);
    expect(deviceOwner()).toBeNull();
    // A page that was still open has kept its words once more.
    localStorage.setItem(draft, 'half a thought');
    finishLeaving();
    expect(left()).toEqual(['postloom.theme']);
  });

  it('goes at the sign-out with the address that a link for a new password was asked for', () => {
    claimDevice('ada');
    keepPasswordLink({ email: 'ada@rye.example', returnTo: '/' });
    // The mailed link opens in another tab of the same person.
    claimDevice('ada');
    expect(keptPasswordLink().email).toBe('ada@rye.example');
    leaveDevice();
    expect(left()).toEqual([]);
  });

  it('goes when somebody else signs in', () => {
    claimDevice('ada');
    leaveWork();
    claimDevice('ben');
    expect(left()).toEqual(['postloom.theme']);
    expect(deleteDatabase).toHaveBeenCalledWith(SEEN_DATABASE);
    expect(deviceOwner()).toBe('ben');
    leaveWork();
    claimDevice('ben');
    expect(left()).toContain(draft);
  });

  it('stays when it is from before anybody was noted', () => {
    leaveWork();
    claimDevice('ada');
    expect(left()).toContain(draft);
  });

  it('asks nothing of a browser that blocks storage', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new DOMException('Blocked', 'SecurityError');
      },
    });
    expect(() => claimDevice('ada')).not.toThrow();
    vi.unstubAllGlobals();
  });
});

describe('pushes', () => {
  it('end at the sign-out, and what they said goes from the screen', async () => {
    withPushes();
    claimDevice('ada');
    leaveDevice();
    await vi.waitFor(() => expect(pushes()).toEqual([2, 1]));
  });

  it('end when somebody else signs in', async () => {
    withPushes();
    claimDevice('ada');
    claimDevice('ben');
    await vi.waitFor(() => expect(pushes()).toEqual([2, 1]));
  });

  it('begin anew for the same person, whose session has ended; what they said goes', async () => {
    withPushes();
    claimDevice('ada');
    finishLeaving();
    await vi.waitFor(() => expect(pushes()).toEqual([2, 0]));
    claimDevice('ada');
    leaveDevice();
    await vi.waitFor(() => expect(pushes()).toEqual([4, 1]));
  });

  it.each([
    ['never answers', () => new Promise(() => undefined)],
    ['has no worker', () => Promise.resolve(undefined)],
    ['refuses', () => Promise.reject(new DOMException('Blocked', 'SecurityError'))],
    ['takes none', () => Promise.resolve({ getNotifications: registration.getNotifications })],
  ])('keep nobody from signing out in a browser that %s', (_, answer) => {
    withPushes(answer);
    claimDevice('ada');
    leaveWork();
    leaveDevice();
    expect(left()).toEqual(['postloom.theme']);
  });
});
