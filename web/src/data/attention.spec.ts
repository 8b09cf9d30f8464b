import { describe, expect, it } from 'vitest';
import { troublesOf } from './attention.ts';
import { aPost, aTarget } from './testing/posts.ts';

const error = (code: string) => ({ code, message: 'Why.' });
const failed = { ...aTarget('failed'), error: error('refused') };
const unclear = { ...aTarget('needs_attention'), error: error('cannot_tell') };
const parked = { ...aTarget('needs_attention'), error: error('reconnect') };

describe('what needs a person', () => {
  it('is named once for each post, by what is most urgent', () => {
    const found = troublesOf([
      aPost('fine', '2026-11-20T10:00:00Z', aTarget('pending')),
      aPost('older', '2026-11-19T10:00:00Z', aTarget('published'), failed),
      aPost('newer', '2026-11-20T10:00:00Z', failed),
      aPost('both', '2026-11-18T10:00:00Z', failed, unclear),
      aPost('parked', '2026-11-20T10:00:00Z', parked),
    ]);
    expect(found.map(({ post, need }) => [post.id, need])).toEqual([
      ['both', 'answer'],
      ['parked', 'reconnect'],
      ['newer', 'fix'],
      ['older', 'fix'],
    ]);
  });
});
