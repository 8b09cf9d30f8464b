import { describe, expect, it } from '@jest/globals';
import { linkName } from './link-name.ts';

describe('the name of a picture from an address', () => {
  it.each([
    ['https://bakery.example/photos/Fall%20bread.jpg?width=400', undefined, 'Fall bread.jpg'],
    ['https://bakery.example/photos/bread.jpg/', undefined, 'bread.jpg'],
    ['https://bakery.example/', undefined, 'bakery.example'],
    ['https://bakery.example/100%', undefined, '100%'],
    ['https://bakery.example/x', 'attachment; filename="Rye.png"', 'Rye.png'],
    ['https://bakery.example/x', "inline; filename*=UTF-8''Br%C3%B6tchen.webp", 'Brötchen.webp'],
    ['https://bakery.example/%2e%2e%2f%2e%2e%2fetc%2fpasswd', undefined, 'passwd'],
  ])('%s with %s: %s', (url, disposition, expected) => {
    expect(linkName(new URL(url), disposition)).toBe(expected);
  });
});
