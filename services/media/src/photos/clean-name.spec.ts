import { describe, expect, it } from '@jest/globals';
import { cleanName } from './clean-name.ts';

describe('cleanName', () => {
  it.each<[string | undefined, string]>([
    ['photo.jpg', 'photo.jpg'],
    ['C:\\fakepath\\Brötchen.jpg', 'Brötchen.jpg'],
    ['../../etc/passwd', 'passwd'],
    ['a\u0000b\r\n.jpg', 'ab.jpg'],
    ['photo\u202egpj.exe', 'photogpj.exe'],
    ['..', 'photo'],
    ['  ', 'photo'],
    ['', 'photo'],
    [undefined, 'photo'],
    ['e\u0301.jpg', 'é.jpg'],
  ])('%j is shown as %j', (name, shown) => {
    expect(cleanName(name)).toBe(shown);
  });

  it('is never longer than 255 characters', () => {
    expect([...cleanName('字'.repeat(300))].length).toBe(255);
  });
});
