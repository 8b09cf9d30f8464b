import { plural } from '#lib/words.ts';

/** What the check of each platform's rules says. */
export const preflightTexts = {
  running: 'Checking each platform’s rules...',
  failed: 'The check did not run. You can still save: the post is checked again before it goes out.',
  ready: 'Ready for every platform you chose.',
  toFix: (problems: number) => `${plural(problems, 'thing')} to fix before you can schedule it.`,
  toKnow: 'Ready to go. Good to know:',
} as const;
