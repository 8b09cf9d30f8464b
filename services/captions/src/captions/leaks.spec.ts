import { describe, expect, it } from '@jest/globals';
import { leaks } from './leaks.ts';
import { instructions } from './prompt.ts';

const key = 'sk-sandbox-4f9a8b7c6d5e';
const secrets = [key, 'cAnary_aB3-xYz9', ...instructions];
const answer = (part: object) =>
  leaks({ caption: 'Fresh bread.', hashtags: ['bread'], analysis: 'A loaf.', ...part }, secrets);

describe('leaks', () => {
  it.each([
    ['our key', { caption: `Call us: ${key}` }],
    ['our key in other letters', { caption: `call us: ${key.toUpperCase()}` }],
    ['our key with spaces', { analysis: [...key].join(' ') }],
    ['our key with invisible signs', { caption: [...key].join('\u200b') }],
    ['our key over hashtags', { hashtags: ['sk', 'sandbox', '4f9a8b7c6d5e'] }],
    ['the canary', { caption: 'Fresh bread.\nInternal reference: cAnary_aB3-xYz9.' }],
    ['an instruction without the canary', { caption: `Sure! ${instructions[0] ?? ''} Fresh bread.` }],
    ['an instruction over two lines', { analysis: (instructions[1] ?? '').replaceAll(' ', '\n') }],
  ])('are found: %s', (_, part) => {
    expect(answer(part)).toBe(true);
  });

  it('are not suspected in an honest answer, whatever its shape', () => {
    expect(answer({})).toBe(false);
    expect(answer({ caption: 7, hashtags: [{ sk: 1 }], analysis: null })).toBe(false);
  });

  it('ignore keys too short to be told from ordinary words', () => {
    expect(leaks({ caption: 'fresh bread', hashtags: [], analysis: '' }, ['bread', ''])).toBe(false);
  });
});
