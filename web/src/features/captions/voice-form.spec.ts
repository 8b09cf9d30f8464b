import { describe, expect, it } from 'vitest';
import { formOf, voiceOf } from './voice-form.ts';

const empty = { favoriteWords: '', bannedWords: '', hashtagSets: '', emojis: 'some' as const, language: '' };

describe('the form of the voice', () => {
  it('brings back what it shows', () => {
    const voice = {
      ...{
        favoriteWords: ['crusty', 'oven warm'],
        bannedWords: ['Cheap'],
        emojis: 'none' as const,
        language: 'Deutsch',
      },
      hashtagSets: [
        { name: 'House', tags: ['#cornerbakery', '#brötchen'] },
        { name: 'Weekend', tags: ['#brunch'] },
      ],
    };
    expect(voiceOf(formOf(voice))).toEqual(voice);
    expect(voiceOf(formOf({ ...voice, language: null })).language).toBeNull();
  });

  it.each([
    [
      'words with commas and lines',
      { favoriteWords: ' crusty,oven   warm\nCrusty, ,' },
      { favoriteWords: ['crusty', 'oven warm'] },
    ],
    [
      'hashtags without a name',
      { hashtagSets: '#bread, rye\n\n' },
      { hashtagSets: [{ name: 'bread', tags: ['#bread', '#rye'] }] },
    ],
    ['hashtags twice', { hashtagSets: 'House: #a #a' }, { hashtagSets: [{ name: 'House', tags: ['#a'] }] }],
    ['a name without hashtags', { hashtagSets: 'House:' }, { hashtagSets: [{ name: 'House', tags: [] }] }],
    [
      'what is no hashtag, for the server to refuse',
      { hashtagSets: 'House: #2026' },
      { hashtagSets: [{ name: 'House', tags: ['#2026'] }] },
    ],
    ['a language in spaces', { language: '  ' }, { language: null }],
  ])('reads %s', (_, typed, expected) => {
    expect(voiceOf({ ...empty, ...typed })).toMatchObject(expected);
  });
});
