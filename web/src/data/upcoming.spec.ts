import { describe, expect, it } from 'vitest';
import { anOccurrence } from './testing/occurrences.ts';
import { aPost, aTarget } from './testing/posts.ts';
import { upcomingByDay } from './upcoming.ts';

const zone = 'America/New_York';
const days = ['2026-11-22', '2026-11-23'];
const keysOn = (found: ReturnType<typeof upcomingByDay>, day: string) =>
  found.find((one) => one.day === day)?.entries.map(({ key, kind }) => (kind === 'post' ? key : 'recurring'));

describe('what goes out', () => {
  it('holds posts and what schedules will bring, by the day and the clock of the business', () => {
    const found = upcomingByDay(
      {
        posts: [
          aPost('evening', '2026-11-23T01:30:00Z', aTarget('pending')),
          aPost('monday', '2026-11-23T15:00:00Z', aTarget('pending')),
        ],
        occurrences: [anOccurrence('2026-11-22T14:00')],
      },
      days,
      zone,
    );
    expect(keysOn(found, '2026-11-22')).toEqual(['recurring', 'evening']);
    expect(keysOn(found, '2026-11-23')).toEqual(['monday']);
  });

  it('leaves out what will not go out by itself', () => {
    const at = '2026-11-22T15:00:00Z';
    const found = upcomingByDay(
      {
        posts: [
          aPost('attention', at, aTarget('needs_attention')),
          { ...aPost('draft', at, aTarget('pending')), status: 'draft' },
          { ...aPost('out', at, aTarget('published', at)), status: 'published' },
          { ...aPost('failed', at, aTarget('failed')), status: 'failed' },
        ],
        occurrences: [
          anOccurrence('2026-11-22T15:00', { status: 'skipped' }),
          anOccurrence('2026-11-22T15:00', { status: 'posted', postId: '00000000-0000-4000-8000-00000000000b' }),
        ],
      },
      days,
      zone,
    );
    expect(found.every(({ entries }) => entries.length === 0)).toBe(true);
  });
});
