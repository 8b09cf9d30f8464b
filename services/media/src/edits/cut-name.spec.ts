import { describe, expect, it } from '@jest/globals';
import { cutName } from './cut-name.ts';

describe('the name of a cut', () => {
  it.each([
    ['loaf.heic', 'image/jpeg', 'loaf (cropped).jpg'],
    ['loaf.final.png', 'image/png', 'loaf.final (cropped).png'],
    ['loaf (cropped).jpg', 'image/jpeg', 'loaf (cropped).jpg'],
    ['no extension', 'image/jpeg', 'no extension (cropped).jpg'],
  ] as const)('%s as %s: %s', (name, type, expected) => {
    expect(cutName(name, type)).toBe(expected);
  });

  it('has at most 255 characters, whole ones', () => {
    const name = cutName(`${'🥖'.repeat(251)}.jpg`, 'image/jpeg');
    expect([...name]).toHaveLength(255);
    expect(name.endsWith(' (cropped).jpg')).toBe(true);
  });
});
