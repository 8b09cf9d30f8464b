import { afterEach, describe, expect, it, vi } from 'vitest';
import { newsOf, openPopup, popupFeatures } from './connect.ts';

const own = 'http://localhost:3000';
const good = { source: 'postloom-social', platform: 'instagram', outcome: 'connected' };

describe('news of the popup', () => {
  it('is taken from the own origin and from the channel, which has none', () => {
    expect(newsOf({ origin: own, data: good }, own, 'instagram', 'window-a')).toEqual({
      platform: 'instagram',
      outcome: 'connected',
    });
    expect(newsOf({ data: good }, own, 'instagram', 'window-a')?.outcome).toBe('connected');
  });
  it('is nothing from another origin, source or platform', () => {
    expect(newsOf({ origin: 'https://evil.example', data: good }, own, 'instagram', 'window-a')).toBeNull();
    expect(newsOf({ origin: own, data: { ...good, source: 'x' } }, own, 'instagram', 'window-a')).toBeNull();
    expect(newsOf({ origin: own, data: good }, own, 'facebook', 'window-a')).toBeNull();
    expect(newsOf({ origin: own, data: { ...good, outcome: 'maybe' } }, own, 'instagram', 'window-a')).toBeNull();
    for (const data of [null, 'text', 7]) {
      expect(newsOf({ origin: own, data }, own, 'instagram', 'window-a')).toBeNull();
    }
  });
  it('is nothing from the window of another business; one that lost its name is believed', () => {
    expect(newsOf({ data: { ...good, window: 'window-b' } }, own, 'instagram', 'window-a')).toBeNull();
    expect(newsOf({ data: { ...good, window: 'window-a' } }, own, 'instagram', 'window-a')).not.toBeNull();
    expect(newsOf({ data: { ...good, window: '' } }, own, 'instagram', 'window-a')).not.toBeNull();
  });
  it('keeps the reason of a failure', () => {
    const failed = { ...good, outcome: 'failed', reason: 'You pressed Cancel.' };
    expect(newsOf({ origin: own, data: failed }, own, 'instagram', 'window-a')?.reason).toBe('You pressed Cancel.');
  });
});

describe('the window', () => {
  it.each([
    ['instagram', 'popup=yes,width=600,height=700,left=600,top=100'],
    ['facebook', 'popup=yes,width=600,height=600,left=600,top=150'],
  ] as const)('is 600x700 for Instagram, 600x600 for others, and in the middle: %s', (platform, features) => {
    const view = { screenX: 100, screenY: 0, outerWidth: 1600, outerHeight: 900 };
    expect(popupFeatures(platform, view)).toBe(features);
  });

  describe('that the person closes', () => {
    afterEach(() => {
      vi.useRealTimers();
      vi.unstubAllGlobals();
    });

    it('is looked at once a second, and what became of it is asked another second later', async () => {
      vi.useFakeTimers();
      const popup = { closed: false, focus: vi.fn(), close: vi.fn() };
      vi.stubGlobal('open', () => popup);
      const ended = vi.fn();
      void openPopup('facebook', 'a-business', new AbortController().signal).then(ended);
      popup.closed = true;
      await vi.advanceTimersByTimeAsync(1999);
      expect(ended).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect(ended.mock.calls).toEqual([[null]]);
    });
  });
});
