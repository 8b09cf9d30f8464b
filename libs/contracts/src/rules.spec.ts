import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { billingPeriod, captionLength, hashtagsOf, PostInput, toneFor } from './index.ts';

describe('billingPeriod', () => {
  const anchors = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-12-31'), noInvalidDate: true });

  it('contains now, and follows its neighbour without a gap', () => {
    fc.assert(
      fc.property(anchors, fc.integer({ min: 0, max: 4_000 * 86_400 }), (anchor, later) => {
        const now = new Date(anchor.getTime() + later * 1_000);
        const { start, end } = billingPeriod(anchor, now);
        expect(start <= now && now < end).toBe(true);
        expect(billingPeriod(anchor, end).start).toEqual(end);
      }),
    );
  });

  it('clamps to the end of a short month and finds its day again', () => {
    const anchor = new Date('2026-01-31T10:00:00Z');
    expect(billingPeriod(anchor, new Date('2026-02-10T00:00:00Z')).end.toISOString()).toBe('2026-02-28T10:00:00.000Z');
    expect(billingPeriod(anchor, new Date('2026-03-10T00:00:00Z')).end.toISOString()).toBe('2026-03-31T10:00:00.000Z');
  });

  it('begins on the days that a calendar gives, for five years after a sign-up on any day of four', () => {
    const time = 'T22:17:03.250Z';
    const days = calendar(2023, 2032);
    let begun = 0;
    for (const [index, signUp] of days.slice(0, 1_461).entries()) {
      const anchor = new Date(signUp.text + time);
      // The oracle: leaf through the calendar, and open a month on the sign-up's day or on the last one of a month without it.
      const openings = days
        .slice(index, index + 5 * 366)
        .filter(({ day, isLast }) => day === signUp.day || (isLast && day < signUp.day))
        .map(({ text }) => new Date(text + time));
      for (const [number, start] of openings.entries()) {
        const end = openings[number + 1];
        if (end === undefined) {
          break;
        }
        begun += 1;
        for (const now of [start, new Date((start.getTime() + end.getTime()) / 2), new Date(end.getTime() - 1)]) {
          const found = billingPeriod(anchor, now);
          if (found.start.getTime() !== start.getTime() || found.end.getTime() !== end.getTime()) {
            throw new Error(`signed up on ${signUp.text}: ${now.toISOString()} is in ${JSON.stringify(found)}`);
          }
        }
      }
    }
    expect(begun).toBeGreaterThan(1_461 * 59);
  });
});

/** Every day from January of one year to December of another, written down without any date arithmetic. */
function calendar(from: number, to: number): { text: string; day: number; isLast: boolean }[] {
  const years = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return years.flatMap((year) => {
    const february = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
    return [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].flatMap((length, month) =>
      Array.from({ length }, (_, index) => ({
        text: `${year}-${String(month + 1).padStart(2, '0')}-${String(index + 1).padStart(2, '0')}`,
        day: index + 1,
        isLast: index + 1 === length,
      })),
    );
  });
}

describe('captionLength', () => {
  it.each([
    ['plain text', 10],
    ['see https://example.com/a-very-long-path-that-does-not-count', 27],
    ['👩‍👩‍👧‍👦', 2],
    ['日本', 4],
    ['“curly” – dash', 14],
  ])('X counts %s as %i', (caption, length) => {
    expect(captionLength('twitter', caption)).toBe(length);
  });

  it('the others count code points', () => {
    expect(captionLength('instagram', '🌾 wheat')).toBe(7);
  });
});

describe('hashtagsOf', () => {
  it('finds words, not numbers and not anchors', () => {
    expect(hashtagsOf('Fresh #bread, #Überstunden and #1 of page#top #2b')).toEqual(['bread', 'Überstunden', '2b']);
  });
});

describe('toneFor', () => {
  it('derives what was not chosen', () => {
    expect(toneFor('restaurant', '')).toBe('friendly');
    expect(toneFor('photography', 'professional')).toBe('creative');
    expect(toneFor('restaurant', 'luxury')).toBe('luxury');
  });
});

describe('PostInput', () => {
  it.each([
    [{ platforms: ['instagram'] }, 'Please enter a caption for your post.'],
    [{ caption: ' \u200b ', platforms: ['instagram'] }, 'Please enter a caption for your post.'],
    [{ caption: 'Hello', platforms: [] }, 'Please select at least one platform.'],
    [{ caption: 'Hello' }, 'Please select at least one platform.'],
  ])('%j: %s', (input, sentence) => {
    expect(PostInput.safeParse(input).error?.issues[0]?.message).toBe(sentence);
  });

  it('collapses doubles and defaults to a draft', () => {
    expect(PostInput.parse({ caption: 'Hello', platforms: ['twitter', 'twitter'] })).toMatchObject({
      platforms: ['twitter'],
      status: 'draft',
      scheduledFor: null,
    });
  });

  it.each(['2026-02-30T10:00:00Z', '9999-01-01T00:00:00Z', '2026-03-01T10:00:00', 5])(
    'refuses %s as a date',
    (scheduledFor) => {
      expect(
        PostInput.safeParse({ caption: 'Hello', platforms: ['twitter'], scheduledFor }).error?.issues[0]?.path,
      ).toEqual(['scheduledFor']);
    },
  );
});
