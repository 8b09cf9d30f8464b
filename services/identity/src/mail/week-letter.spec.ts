import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { letterHtml } from './letter-html.ts';
import { letterText } from './letter-text.ts';
import { weekLetter } from './week-letter.ts';
import type { BusinessWeek } from './week-letter.ts';

const publicUrl = 'https://postloom.example';
const none = { total: 0, first: [] };
const post = (caption: string | null, at = '2026-11-18T08:00:00Z') => ({
  id: caption === null ? null : randomUUID(),
  ...{ caption, at, platforms: ['instagram' as const, 'twitter' as const] },
});
const week = (parts: Partial<BusinessWeek> = {}): BusinessWeek => ({
  ...{ id: 'b1', name: 'Bakery Huber', timeZone: 'Europe/Berlin' },
  ...{ published: none, failed: none, planned: none, notices: [] },
  ...parts,
});
const written = (businesses: BusinessWeek[], others = 0) => {
  const letter = weekLetter({ businesses, others }, ['Because.']);
  return { letter, text: letterText(letter, publicUrl), html: letterHtml(letter, publicUrl) };
};

describe('the summary of a week', () => {
  it('says what went out, what did not, what needs its reader and what comes, with times and their zone', () => {
    const failed = post('Stollen <b>now</b>');
    const { letter, text, html } = written([
      week({
        published: { total: 6, first: [post('Fresh rolls'), post('Rye')] },
        failed: { total: 1, first: [failed] },
        planned: { total: 1, first: [post(null, '2026-11-24T08:00:00Z')] },
        notices: [{ title: 'Reconnect Instagram', message: 'It ended.', link: '/settings#social-accounts' }],
      }),
    ]);
    expect(letter.subject).toBe('Your week at Bakery Huber');
    expect(text).toContain('6 posts went out, 1 post did not go out, 1 post is planned.');
    expect(text).toContain(`- Did not go out: “Stollen <b>now</b>”
  It was planned for Instagram and X on Nov 18, 2026, 9:00 AM Berlin time.
  https://postloom.example/schedule?post=${failed.id}&business=b1`);
    expect(text).toContain(
      '- Reconnect Instagram\n  It ended.\n  https://postloom.example/settings?business=b1#social-accounts',
    );
    expect(text).toContain('Nov 18, 2026, 9:00 AM Berlin time: “Fresh rolls” (Instagram and X)');
    expect(text).toContain('And 4 more.');
    expect(text).toContain('Nov 24, 2026, 9:00 AM Berlin time: A recurring post (Instagram and X)');
    expect(html).toContain('Stollen &lt;b&gt;now&lt;/b&gt;');
  });

  it('leaves out what there is none of', () => {
    const { text } = written([week({ planned: { total: 1, first: [post('Rye')] } })]);
    expect(text).not.toMatch(/Went out|did not go out|more/);
    const open = written([week({ notices: [{ title: 'Reconnect X', message: 'It ended.', link: null }] })]);
    expect(open.text).toContain('Something needs you.');
  });

  it('speaks of each business under its name, and stays short when there are many', () => {
    const many = { total: 9, first: Array.from({ length: 5 }, (_, index) => post(`Post ${index}`)) };
    const notices = Array.from({ length: 5 }, () => ({ title: 'T'.repeat(100), message: 'm'.repeat(900), link: '/' }));
    const businesses = Array.from({ length: 10 }, (_, index) =>
      week({ name: `Shop ${index}\r\nBcc: x@evil.example`, published: many, failed: many, planned: many, notices }),
    );
    const { letter, text, html } = written(businesses, 7);
    expect(letter.subject).toBe('Your week on Postloom');
    expect(text).toContain('\nShop 9 Bcc: x@evil.example\n');
    expect(text).toContain('7 more of your businesses are not in this summary.');
    // Mail programs cut what is longer than 102 kB.
    expect(Buffer.byteLength(html)).toBeLessThan(102_000);
  });

  it('keeps its voice', () => {
    const { text } = written([week({ published: { total: 2, first: [post('Rye')] } })]);
    expect(text).not.toMatch(/!|undefined|null/);
  });
});
