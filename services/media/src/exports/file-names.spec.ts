import { describe, expect, it } from '@jest/globals';
import { chapterFolder, pageFile, photoFile } from './file-names.ts';

const id = '0192f3a4-1111-7222-8333-abcdefabcdef';

describe('names of files in an export', () => {
  it.each([
    ['Fresh bread.JPG', 'image/jpeg', 'Fresh-bread-abcdefabcdef.jpg'],
    ['../../etc/passwd', 'image/png', 'etc-passwd-abcdefabcdef.png'],
    ['..\\..\\x.heic', 'image/heic', 'x-abcdefabcdef.heic'],
    ['steam.jpeg', 'image/avif', 'steam-abcdefabcdef.avif'],
    ['CON', 'image/webp', 'CON-abcdefabcdef.webp'],
    ['a:b*c?"<>|.png', 'image/png', 'a-b-c-abcdefabcdef.png'],
    ['\u202egpj.exe', 'image/jpeg', 'gpj-abcdefabcdef.jpg'],
    ['...', 'image/jpeg', 'photo-abcdefabcdef.jpg'],
    ['Käsekuchen Größe.jpeg', 'image/jpeg', 'Käsekuchen-Größe-abcdefabcdef.jpg'],
    ['🍞'.repeat(200), 'image/jpeg', `${'🍞'.repeat(60)}-abcdefabcdef.jpg`],
  ])('%j becomes %j %j', (originalName, mimeType, file) => {
    expect(photoFile({ id, originalName, mimeType })).toBe(file);
  });

  it('name a business by its number, so that two of one name have a folder each', () => {
    expect([1, 2].map((number) => chapterFolder(number, 'Bakery / Huber'))).toEqual([
      'businesses/01-Bakery-Huber',
      'businesses/02-Bakery-Huber',
    ]);
    expect(chapterFolder(3, '/')).toBe('businesses/03-business');
    expect(pageFile('posts', 12, 'ndjson')).toBe('posts-0012.ndjson');
  });
});
