import { expect, it } from 'vitest';
import { isTyping } from './is-typing.ts';

it('a single letter is text in a field, and a shortcut elsewhere', () => {
  expect(isTyping(document.createElement('input'))).toBe(true);
  expect(isTyping(document.createElement('textarea'))).toBe(true);
  expect(isTyping(document.createElement('button'))).toBe(false);
});
