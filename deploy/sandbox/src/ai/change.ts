import { hashNumber } from '../world/ids.ts';
import type { Brief } from './brief.ts';
import { captionIn, languageOf } from './languages.ts';

/** The caption that a prompt wants changed, and how; null when it wants a new one. */
export function changed(prompt: string, brief: Brief): string | null {
  const text = /<caption_to_change>\n([\s\S]*?)\n<\/caption_to_change>/.exec(prompt)?.[1]?.trim();
  const wish = /^Change: (.+)$/m.exec(prompt)?.[1];
  if (text === undefined || wish === undefined) {
    return null;
  }
  if (/shorter/.test(wish)) {
    return firstPart(text, 0.5);
  }
  if (/longer/.test(wish)) {
    const more =
      brief.business === null ? 'Come and see for yourself.' : `Come and see for yourself at ${brief.business}.`;
    return `${text} There is more to it than one look can tell. ${more}`;
  }
  const language = languageOf(prompt);
  if (/translate/.test(wish) && language !== 'en') {
    const said = { seed: hashNumber(text), said: '', tone: brief.tone, business: brief.business };
    const { sentences, gap } = captionIn(language, said);
    return sentences.join(gap);
  }
  return `${leads[hashNumber(wish) % leads.length] ?? ''} ${firstPart(text, 0.6)} You will see what we mean.`;
}

const leads = ['In other words:', 'Let us put it like this:', 'Here is how it feels:', 'One way to say it:'] as const;

/** A share of the text, to the end of a word. */
function firstPart(text: string, share: number): string {
  const words = text.split(/\s+/);
  const kept = words.slice(0, Math.max(1, Math.floor(words.length * share))).join(' ');
  const part = words.length > 2 ? kept : [...text].slice(0, Math.max(1, Math.floor([...text].length * share))).join('');
  return `${part.replace(/[\s.,;:!?–-]+$/u, '')}.`;
}
