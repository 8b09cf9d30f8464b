import { describe, expect, it } from 'vitest';
import { tagsIn } from './tags.ts';

describe('tags that are typed', () => {
  it.each([
    ['Fall  Menu', ['fall menu']],
    ['#bread, BREAD,  rye', ['bread', 'rye']],
    [' , # ,', []],
    ['x'.repeat(60), ['x'.repeat(50)]],
  ])('%s', (text, tags) => expect(tagsIn(text)).toEqual(tags));
});
