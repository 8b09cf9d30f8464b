import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { industries, toneFor } from '../identity/index.ts';
import { captionLength, HASHTAG, hashtagsOf, linksOf, mentionsOf, platformRules } from '../platforms/index.ts';
import { IndustryTemplate, industryTemplates } from './index.ts';

const templates = industryTemplates();
const byKey = templates.map((template) => [template.key, template] as const);
const words = (text: string) =>
  text
    .toLowerCase()
    .match(/\p{L}+/gu)
    ?.filter((word) => word.length > 3) ?? [];

/** Pairs of texts of which more than this share of the words is the same. */
const ALIKE = 0.35;
function alike(texts: readonly string[]): [string, string][] {
  const sets = texts.map((text) => new Set(words(text)));
  return texts.flatMap((text, index) =>
    texts.slice(index + 1).flatMap((other, after): [string, string][] => {
      const [a, b] = [sets[index], sets[index + 1 + after]];
      const shared = [...(a ?? [])].filter((word) => b?.has(word)).length;
      return shared > ALIKE * new Set([...(a ?? []), ...(b ?? [])]).size ? [[text, other]] : [];
    }),
  );
}

describe('industry templates', () => {
  it('are one for each industry, with its name, color and tone', () => {
    expect(z.array(IndustryTemplate).parse(templates)).toEqual(templates);
    expect(templates.map(({ key, label, description, color }) => ({ key, label, description, color }))).toEqual(
      industries.map(({ key, label, description, color }) => ({ key, label, description, color })),
    );
    expect(templates.map(({ key, defaultTone }) => [key, defaultTone])).toEqual(
      industries.map(({ key }) => [key, toneFor(key, undefined)]),
    );
  });

  it.each(byKey)('%s: at least 20 ideas, 3 sets of hashtags, a week and 8 posts', (_, template) => {
    expect(template.captionIdeas.length).toBeGreaterThanOrEqual(20);
    expect(template.hashtags).toHaveLength(3);
    expect(template.postingRhythm.length).toBeGreaterThanOrEqual(3);
    expect(template.examplePosts).toHaveLength(8);
  });

  it('say nothing twice, within an industry or across them', () => {
    expect(alike(templates.flatMap(({ captionIdeas }) => captionIdeas))).toEqual([]);
    expect(alike(templates.flatMap(({ examplePosts }) => examplePosts.map(({ caption }) => caption)))).toEqual([]);
    expect(alike(templates.flatMap(({ postingRhythm }) => postingRhythm.map(({ why }) => why)))).toEqual([]);
  });

  it('would notice a text that says the same in nearly the same words', () => {
    const [idea = ''] = templates[0]?.captionIdeas ?? [];
    expect(alike([idea, idea.replace('photograph', 'snap')])).toHaveLength(1);
  });

  it.each(byKey)('%s: ideas are whole sentences of a length that can be taken in', (_, { captionIdeas }) => {
    for (const idea of captionIdeas) {
      expect(idea).toMatch(/^[A-Z].*[.?]$/u);
      expect([idea, [...idea].length >= 50 && [...idea].length <= 160]).toEqual([idea, true]);
    }
  });

  it.each(byKey)('%s: hashtags are valid, differ, and a set fits into a post', (_, { hashtags }) => {
    const tags = hashtags.flatMap((set) => set.tags);
    expect(new Set(tags).size).toBe(tags.length);
    expect(new Set(hashtags.map(({ name }) => name)).size).toBe(hashtags.length);
    for (const { tags: set } of hashtags) {
      expect(set.length).toBeGreaterThanOrEqual(3);
      expect(set.length).toBeLessThanOrEqual(platformRules.instagram.hashtagLimit ?? 0);
      expect(set.filter((tag) => tag.match(HASHTAG)?.[0] !== tag || !/^#[a-z]{3,30}$/.test(tag))).toEqual([]);
    }
  });

  it.each(byKey)('%s: every slot of the week has an example, and every example a slot', (_, template) => {
    const slots = template.postingRhythm.map(({ kind }) => kind);
    expect(new Set(slots).size).toBe(slots.length);
    expect(new Set(template.examplePosts.map(({ kind }) => kind))).toEqual(new Set(slots));
    expect(new Set(template.postingRhythm.map(({ weekday }) => weekday)).size).toBe(slots.length);
  });

  it.each(byKey)('%s: examples fit every platform they are for, with a set of hashtags', (_, template) => {
    const longest = template.hashtags.map(({ tags }) => tags.join(' ')).sort((a, b) => b.length - a.length)[0] ?? '';
    for (const { caption, platforms } of template.examplePosts) {
      expect([hashtagsOf(caption), linksOf(caption), mentionsOf(caption)]).toEqual([[], [], []]);
      for (const platform of platforms) {
        // X counts 280 characters: hashtags would leave too little to say there.
        const text = platform === 'twitter' ? caption : `${caption}\n\n${longest}`;
        expect(captionLength(platform, text)).toBeLessThanOrEqual(platformRules[platform].captionLimit);
      }
    }
  });

  it('invent no prices, dates, places, figures or claims', () => {
    const texts = templates.flatMap(({ examplePosts, captionIdeas }) => [
      ...examplePosts.map(({ caption }) => caption),
      ...captionIdeas,
    ]);
    const invented =
      /[\d$€£%]|\b(?:January|February|April|June|July|August|September|October|November|December)\b|guarantee|award|number one|\bbest in\b|\bcheapest in\b|\bsale\b|discount|free shipping|years of experience|certified|cures?\b|pain-free|\[|\{/i;
    expect(texts.filter((text) => invented.test(text))).toEqual([]);
    const weekdays = /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?\b/;
    expect(
      templates.flatMap(({ examplePosts }) => examplePosts.filter(({ caption }) => weekdays.test(caption))),
    ).toEqual([]);
  });

  it('are written in American English', () => {
    const british = /\b\w*(?:colour|neighbour|favourit|cosy|organis|recognis|grey|centre|catalogue)\w*\b/i;
    expect(JSON.stringify(templates).match(british)).toBeNull();
  });
});
