import type { CaptionVoice } from '@postloom/contracts';
import { hashtagsOf } from '#lib/contract-data.ts';

/** The voice as its form has it: lists as text. */
export type VoiceForm = {
  favoriteWords: string;
  bannedWords: string;
  /** One set a line: a name, a colon and its hashtags. */
  hashtagSets: string;
  emojis: CaptionVoice['emojis'];
  language: string;
};

export function formOf({ favoriteWords, bannedWords, hashtagSets, emojis, language }: CaptionVoice): VoiceForm {
  return {
    favoriteWords: favoriteWords.join(', '),
    bannedWords: bannedWords.join(', '),
    hashtagSets: hashtagSets.map(({ name, tags }) => `${name}: ${tags.join(' ')}`).join('\n'),
    emojis,
    language: language ?? '',
  };
}

export function voiceOf({ favoriteWords, bannedWords, hashtagSets, emojis, language }: VoiceForm): CaptionVoice {
  return {
    favoriteWords: wordsIn(favoriteWords),
    bannedWords: wordsIn(bannedWords),
    hashtagSets: hashtagSets.split('\n').filter(isFilled).map(setOf),
    emojis,
    language: isFilled(language) ? language.trim() : null,
  };
}

const isFilled = (text: string) => text.trim() !== '';

/** Each once, in the order and case they were typed. */
function wordsIn(text: string): string[] {
  const words = text.split(/[,;\n]/).map((word) => word.replaceAll(/\s+/g, ' ').trim());
  const seen = new Set<string>();
  return words.filter((word) => {
    const known = word.toLowerCase();
    return word !== '' && !seen.has(known) && seen.add(known);
  });
}

/** `House: #bread rye` as well as `#bread, #rye`, whose name is its first hashtag. */
function setOf(line: string): CaptionVoice['hashtagSets'][number] {
  const [, named = '', listed = line] = /^([^:#]*):(.*)$/.exec(line) ?? [];
  const words = listed.split(/[\s,;]+/).filter(isFilled);
  const tags = words.map((word) => `#${hashtagsOf(`#${word.replace(/^#+/, '')}`)[0] ?? word.replace(/^#+/, '')}`);
  const different = [...new Set(tags)];
  return { name: named.trim() || (different[0] ?? '').slice(1), tags: different };
}
