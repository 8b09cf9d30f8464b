import { z } from 'zod';
import { text } from '../kernel/index.ts';

export const voiceLimits = { words: 40, wordLength: 40, sets: 10, tagsPerSet: 10, setName: 40, tagLength: 50 } as const;

const word = text(voiceLimits.wordLength, { required: 'A word is empty.' });
const words = z.array(word).max(voiceLimits.words, `Please use at most ${voiceLimits.words} words.`).default([]);

const hashtag = z
  .string()
  .max(voiceLimits.tagLength + 1, `Please use at most ${voiceLimits.tagLength} characters per hashtag.`)
  .regex(/^#[\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_]*$/u, 'A hashtag has letters, digits and _ only.');

/** Hashtags that the business uses together. */
export const OwnHashtags = z.strictObject({
  name: text(voiceLimits.setName, { required: 'Please name the hashtags.' }),
  tags: z
    .array(hashtag)
    .min(1, 'Please add a hashtag.')
    .max(voiceLimits.tagsPerSet, `Please use at most ${voiceLimits.tagsPerSet} hashtags in a set.`),
});
export type OwnHashtags = z.infer<typeof OwnHashtags>;

export const EmojiHabit = z.enum(['none', 'some', 'many']);
export type EmojiHabit = z.infer<typeof EmojiHabit>;

const Fields = z.strictObject({
  favoriteWords: words,
  /** Never in a caption, as whole words in any case. */
  bannedWords: words,
  /** Used before any other hashtag. */
  hashtagSets: z.array(OwnHashtags).max(voiceLimits.sets, `Please use at most ${voiceLimits.sets} sets.`).default([]),
  emojis: EmojiHabit.default('some'),
  /** Of every caption, unless a request names another; null: that of the profile. */
  language: text(35).nullable().default(null),
});

/** How the captions of a business sound, beyond what its profile says. A field that is not sent has its default. */
export const CaptionVoice = Fields.refine(
  ({ favoriteWords, bannedWords }) => {
    const banned = new Set(bannedWords.map((one) => one.toLowerCase()));
    return !favoriteWords.some((one) => banned.has(one.toLowerCase()));
  },
  { path: ['bannedWords'], message: "A favorite word can't be banned." },
);
export type CaptionVoice = z.infer<typeof CaptionVoice>;
