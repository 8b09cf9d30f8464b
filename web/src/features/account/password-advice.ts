import { plural } from '#lib/words.ts';
import { accountTexts } from './texts.ts';

const texts = accountTexts.password;
const SHORTEST = 12;
const LONG = 16;

export type PasswordAdvice = { text: string; good: boolean };

function repeats(password: string): boolean {
  return new Set(password.toLowerCase()).size <= 4;
}

function counts(password: string): boolean {
  const ahead = [...password].filter((char, at) => char.charCodeAt(0) === password.charCodeAt(at - 1) + 1);
  return ahead.length >= password.length - 3;
}

/** What to say while a password is typed: what is missing, or what makes it easy to guess. Never more than one thing. */
export function passwordAdvice(password: string, email: string): PasswordAdvice {
  if (password === '') {
    return { text: texts.start(SHORTEST), good: false };
  }
  if (password.length < SHORTEST) {
    return { text: texts.missing(plural(SHORTEST - password.length, 'more character')), good: false };
  }
  const name = email.split('@')[0]?.toLowerCase() ?? '';
  if (name.length > 3 && password.toLowerCase().includes(name)) {
    return { text: texts.containsEmail, good: false };
  }
  if (repeats(password) || counts(password)) {
    return { text: texts.repeats, good: false };
  }
  return { text: password.length < LONG ? texts.good : texts.strong, good: true };
}
