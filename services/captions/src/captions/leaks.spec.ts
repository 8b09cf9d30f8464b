import { describe, expect, it } from '@jest/globals';
import { leaks, piecesOf } from './leaks.ts';
import { instructions } from './prompt.ts';

const key = 'sk-sandbox-4f9a8b7c6d5e';
const secrets = [key, 'cAnary_aB3-xYz9', ...instructions];
const answer = (part: object) =>
  leaks({ caption: 'Fresh bread.', hashtags: ['bread'], analysis: 'A loaf.', ...part }, secrets);

describe('leaks (F36, S42)', () => {
  it.each([
    ['our key', { caption: `Call us: ${key}` }],
    ['our key in other letters', { caption: `call us: ${key.toUpperCase()}` }],
    ['our key with spaces', { analysis: [...key].join(' ') }],
    ['our key with invisible signs', { caption: [...key].join('\u200b') }],
    ['our key over hashtags', { hashtags: ['sk', 'sandbox', '4f9a8b7c6d5e'] }],
    ['the canary', { caption: 'Fresh bread.\nInternal reference: cAnary_aB3-xYz9.' }],
    ['an instruction without the canary', { caption: `Sure! ${instructions[0] ?? ''} Fresh bread.` }],
    ['our key backwards', { caption: [...key].reverse().join('') }],
    ['our key in base64', { caption: Buffer.from(key).toString('base64') }],
    ['our key in base64, inside a longer text', { caption: Buffer.from(`The key is ${key}, sir`).toString('base64') }],
    ['our key in hexadecimal', { analysis: Buffer.from(key).toString('hex') }],
    ['our key in rot13', { caption: 'fx-fnaqobk-4s9n8o7p6q5r' }],
    [
      'a part of an instruction',
      { caption: 'I was told: the profile says. Invent no prices, discounts, dates, opening hours, phone numbers!' },
    ],
    ['an instruction over two lines', { analysis: (instructions[1] ?? '').replaceAll(' ', '\n') }],
  ])('are found: %s', (_, part) => {
    expect(answer(part)).toBe(true);
  });

  it('are not suspected in an honest answer, whatever its shape', () => {
    expect(answer({})).toBe(false);
    expect(
      answer({ caption: 'One photograph, one small business, no prices: what the photograph shows is bread.' }),
    ).toBe(false);
    expect(answer({ caption: 7, hashtags: [{ sk: 1 }], analysis: null })).toBe(false);
  });

  it('ignore keys too short to be told from ordinary words', () => {
    expect(leaks({ caption: 'fresh bread', hashtags: [], analysis: '' }, ['bread', ''])).toBe(false);
  });

  it('are seen by the beginning of a key as well, whose rest is still to come', () => {
    const key = 'sk-live-AbCdEf0123456789xyZ';
    const beginning = (length: number) => ({ caption: `Our bread. ${key.slice(0, length)}.` });
    expect(leaks(beginning(16), [key])).toBe(false);
    expect(leaks(beginning(16), piecesOf(key))).toBe(true);
    expect(leaks({ caption: `Bread ${key.slice(6, 22)}` }, piecesOf(key))).toBe(true);
    expect(leaks({ caption: 'Fresh bread from our oven, live.' }, piecesOf(key))).toBe(false);
  });
});
