import { describe, expect, it } from 'vitest';
import { hasTags, withTagsToggled } from './tag-sets.ts';

const bread = ['#bread', '#sourdough'];
const cake = ['#cake', '#baking'];
const all = [...bread, ...cake];

describe('a set of hashtags', () => {
  it.each([
    ['after the text', 'Fresh today', 'Fresh today\n\n#bread #sourdough'],
    ['into an empty text', '', '#bread #sourdough'],
    ['beside hashtags of one’s own', 'Fresh\n\n#corner', 'Fresh\n\n#corner #bread #sourdough'],
    ['in the place of another set', 'Fresh\n\n#cake #corner #baking', 'Fresh\n\n#corner #bread #sourdough'],
    ['without what the text says already', 'Fresh #Bread', 'Fresh #Bread\n\n#sourdough'],
    ['after a line that has more than hashtags', 'Fresh\nour #corner', 'Fresh\nour #corner\n\n#bread #sourdough'],
    ['after spaces that somebody left', 'Fresh  \n', 'Fresh\n\n#bread #sourdough'],
  ])('goes %s', (_, text, after) => {
    expect(withTagsToggled(text, bread, all)).toBe(after);
    expect(hasTags(after, bread)).toBe(true);
  });

  it('comes out again and leaves the rest', () => {
    expect(withTagsToggled('Fresh\n\n#corner #bread #sourdough', bread, all)).toBe('Fresh\n\n#corner');
    expect(withTagsToggled('Fresh\n\n#bread #sourdough', bread, all)).toBe('Fresh');
  });

  it('is there only as a whole, in any case', () => {
    expect(hasTags('#BREAD and #Sourdough', bread)).toBe(true);
    expect(hasTags('#bread', bread)).toBe(false);
    expect(hasTags('bread sourdough', bread)).toBe(false);
  });
});
