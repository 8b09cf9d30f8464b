import type { RawCaption } from '../providers/index.ts';

/** A shorter run of letters and digits may occur in an honest caption. */
const SHORTEST_SECRET = 12;

/**
 * Whether an answer contains something of ours that does not belong in a caption: an instruction of the prompt or one of
 * our keys. Such an answer is refused whole, because what surrounds a leak can't be trusted either. Case, spaces,
 * punctuation and line breaks make no difference, nor does spreading a secret over the hashtags.
 *
 * @param secrets keys, the canary and the sentences of the instructions; shorter ones than 12 letters and digits are
 * ignored
 */
export function leaks(answer: RawCaption, secrets: readonly string[]): boolean {
  const text = condensed(strings([answer.caption, answer.hashtags, answer.analysis]).join('\n'));
  return secrets.map(condensed).some((secret) => secret.length >= SHORTEST_SECRET && text.includes(secret));
}

/** The texts of an answer; deeper nesting holds no text that anybody will see. */
function strings(values: readonly unknown[]): string[] {
  return values.flat().filter((value): value is string => typeof value === 'string');
}

function condensed(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
