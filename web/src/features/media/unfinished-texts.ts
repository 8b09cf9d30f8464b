import { plural } from '#lib/words.ts';

/** Texts about photos that a page before this one did not send. */
export const unfinishedTexts = {
  title: 'Uploads not finished',
  description: (count: number) =>
    `${plural(count, 'photo')} ${count === 1 ? 'was' : 'were'} not uploaded before the page was closed. ${
      count === 1 ? 'It is' : 'They are'
    } kept on this device for a day.`,
  show: 'Go on',
};
