import { describe, expect, it } from '@jest/globals';
import { copyName } from './copy-name.ts';

describe('the name of a copy', () => {
  it.each([
    ['loaf.heic', 'image/jpeg', 'crop', 'loaf (cropped).jpg'],
    ['loaf.final.png', 'image/png', 'crop', 'loaf.final (cropped).png'],
    ['loaf (cropped).jpg', 'image/jpeg', 'crop', 'loaf (cropped).jpg'],
    ['no extension', 'image/jpeg', 'crop', 'no extension (cropped).jpg'],
    ['loaf.heic', 'image/jpeg', 'edit', 'loaf (edited).jpg'],
    ['loaf (cropped).png', 'image/png', 'edit', 'loaf (edited).png'],
  ] as const)('%s as %s: %s', (name, type, kind, expected) => {
    expect(copyName(name, type, kind)).toBe(expected);
  });

  it('has at most 255 characters, whole ones', () => {
    const name = copyName(`${'🥖'.repeat(251)}.jpg`, 'image/jpeg', 'crop');
    expect([...name]).toHaveLength(255);
    expect(name.endsWith(' (cropped).jpg')).toBe(true);
  });
});
