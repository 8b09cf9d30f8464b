import { plural } from '#lib/words.ts';

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
    return { text: `At least ${SHORTEST} characters. A short sentence works well.`, good: false };
  }
  if (password.length < SHORTEST) {
    return { text: `${plural(SHORTEST - password.length, 'more character')} to go.`, good: false };
  }
  const name = email.split('@')[0]?.toLowerCase() ?? '';
  if (name.length > 3 && password.toLowerCase().includes(name)) {
    return { text: 'Easy to guess: it contains your email address.', good: false };
  }
  if (repeats(password) || counts(password)) {
    return { text: 'Easy to guess: it repeats or counts up.', good: false };
  }
  return { text: password.length < LONG ? 'Good. A few more characters make it strong.' : 'Strong.', good: true };
}
