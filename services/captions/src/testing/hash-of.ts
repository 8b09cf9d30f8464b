import { createHash } from 'node:crypto';

/** Of a prompt's words, so that nobody changes them without raising PROMPT_VERSION. */
export function hashOf(...texts: readonly string[]): string {
  return createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 16);
}
