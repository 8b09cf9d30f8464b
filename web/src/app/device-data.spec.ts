import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DRAFT_KEYS } from '#features/composer/draft-store.ts';
import { KEPT_EDITS } from '#lib/kept-edits.ts';
import { claimDevice, deviceOwner, finishLeaving, leaveDevice } from './device-data.ts';
import { SEEN_DATABASE } from './device/seen-database.ts';

const draft = `${DRAFT_KEYS}b1`;
const deleteDatabase = vi.fn(() => ({}));

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
  deleteDatabase.mockClear();
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
