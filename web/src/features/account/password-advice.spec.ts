import { describe, expect, it } from 'vitest';
import { passwordAdvice } from './password-advice.ts';

describe('advice on a password', () => {
  it.each([
    ['', /^At least 12 characters/, false],
    ['short', '7 more characters to go.', false],
    ['elevenchars', '1 more character to go.', false],
    ['juniper-rye-and-more', 'Easy to guess: it contains your email address.', false],
    ['aaaaaaaaaaaaaa', 'Easy to guess: it repeats or counts up.', false],
    ['abcdefghijklmn', 'Easy to guess: it repeats or counts up.', false],
    ['rye at dawn, 7', 'Good. A few more characters make it strong.', true],
    ['rye at dawn, warm butter', 'Strong.', true],
  ])('%j', (password, text, good) => {
    const advice = passwordAdvice(password, 'juniper-rye@example.org');
    expect(advice.text).toMatch(text);
    expect(advice.good).toBe(good);
  });
});
