import { describe, expect, it } from 'vitest';
import { excerpt, listOf, plural, postName } from './words.ts';

describe('plural', () => {
  it.each([
    [0, '0 posts'],
    [1, '1 post'],
    [2, '2 posts'],
    [1_234, '1,234 posts'],
  ])('counts %d', (count, text) => {
    expect(plural(count, 'post')).toBe(text);
  });

  it('takes an irregular plural', () => {
    expect(plural(1, 'business', 'businesses')).toBe('1 business');
    expect(plural(3, 'business', 'businesses')).toBe('3 businesses');
  });
});

describe('listOf', () => {
  it.each([
    [[], ''],
    [['X'], 'X'],
    [['X', 'Facebook'], 'X and Facebook'],
    [['X', 'Facebook', 'TikTok'], 'X, Facebook, and TikTok'],
  ])('joins %j', (items, text) => {
    expect(listOf(items)).toBe(text);
  });

  it('offers a choice', () => {
    expect(listOf(['JPG', 'PNG', 'WebP'], 'or')).toBe('JPG, PNG, or WebP');
  });
});

describe('excerpt', () => {
  it('leaves a short text alone, on one line', () => {
    expect(excerpt('  Rye,\nstill   warm. ', 20)).toBe('Rye, still warm.');
  });

  it('ends a cut with one ellipsis and no punctuation before it', () => {
    expect(excerpt('Fresh bread, still warm', 12)).toBe('Fresh bread…');
    expect(excerpt('Come in. We are open', 8)).toBe('Come in…');
    expect(excerpt('Wait for it... now', 14)).toBe('Wait for it…');
    expect(excerpt('Rye – wheat – spelt', 5)).toBe('Rye…');
  });

  it('never cuts a character in half', () => {
    expect(excerpt('🍞🥐🥖🍞', 3)).toBe('🍞🥐🥖…');
    expect(excerpt('Open 👩‍🍳 baking', 7)).toBe('Open 👩…');
  });
});

describe('the name of a post', () => {
  it('is the beginning of its caption', () => {
    expect(postName('Fresh bread, still warm', 12)).toBe('Fresh bread…');
  });

  it('says so when there is no caption', () => {
    expect(postName(' \n', 12)).toBe('Post without a caption');
  });
});
