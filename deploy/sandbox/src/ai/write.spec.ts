import { describe, expect, it } from '@jest/globals';
import { readBrief } from './brief.ts';
import { followSchema } from './follow-schema.ts';
import { write } from './write.ts';

const written = (prompt: string) => write([], readBrief(prompt), prompt);
const text = { type: 'object', properties: { caption: { type: 'string' } } };
const asked = (names: readonly string[], prompt: string) =>
  followSchema({ type: 'object', properties: Object.fromEntries(names.map((name) => [name, text])) }, written(prompt));
const captionsIn = (answer: unknown) => Object.values(answer as Record<string, { caption: string }>);

const profile = 'Business name: Corner Bakery\nIndustry: Restaurant & Food\nLocation: Lisbon';

describe('captions that are written without a model', () => {
  it.each(['English', 'German', 'Spanish', 'French', 'Japanese', 'Arabic'])(
    'are three whole ones where three samples are asked for, in %s',
    (language) => {
      const samples = captionsIn(
        asked(['sample_1', 'sample_2', 'sample_3'], `${profile}\nTone: friendly\nLanguage: ${language}.`),
      ).map(({ caption }) => caption);
      expect(new Set(samples).size).toBe(3);
      for (const sample of samples) {
        expect(sample).toContain('Corner Bakery');
        expect(sample).toMatch(/^[\p{L}¿].*[.?。？؟]$/u);
        expect(sample).not.toMatch(/[{}]|\d/);
      }
    },
  );

  it('are another one for each platform', () => {
    const texts = captionsIn(asked(['instagram', 'facebook', 'twitter', 'linkedin', 'tiktok'], profile));
    expect(new Set(texts.map(({ caption }) => caption)).size).toBe(5);
  });

  it('are about the trade', () => {
    expect(written(profile).caption).toMatch(/good food|table/);
    expect(written('Business name: North Gym\nIndustry: Fitness & Health').caption).toMatch(/progress|session/);
  });

  it('begin their hashtags with the own ones of the business', () => {
    const own = 'Own hashtags: Weekend: #brunch #freshbread';
    expect(written(`${profile}\n${own}\nUse 5 hashtags`).hashtags.slice(0, 3)).toEqual([
      ...['brunch', 'freshbread', 'cornerbakery'],
    ]);
  });

  it.each([
    ['none at all', 0],
    ['none to two, only where they fit', 1],
    ['three to six, spread over the text', 2],
  ])('have emoji as the business wants them: %s', (habit, count) => {
    const { caption } = written(`${profile}\nTone: friendly\nEmoji: ${habit}.`);
    expect(caption.match(/\p{Extended_Pictographic}/gu) ?? []).toHaveLength(count);
  });
});
