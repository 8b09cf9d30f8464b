import { plural } from '#lib/words.ts';

/** Says that not all photos found room in the upload dialog, and what to do with the others. */
export function notAllTaken(taken: number, all: number): string {
  const [said, others] =
    taken === 0
      ? [`${plural(all, 'photo')} ${all === 1 ? 'was' : 'were'} not added.`, all === 1 ? 'it' : 'them']
      : [
          `${taken} of ${plural(all, 'photo')} ${taken === 1 ? 'was' : 'were'} added.`,
          all - taken === 1 ? 'the other one' : 'the others',
        ];
  return `${said} Add ${others} when these are uploaded, or choose a zip, which has no such limit.`;
}
