/** What no form lets through, and the database mostly neither: control characters, except line breaks and tabs. */
export const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
const ALL_CONTROLS = new RegExp(CONTROL, 'g');
/** Characters of a sentence about a zip. */
const LONGEST = 300;

/** A sentence with words of a stranger's zip in it, as it can be stored and shown. */
export function plainWords(text: string): string {
  return text.slice(0, LONGEST).replaceAll(ALL_CONTROLS, ' ').toWellFormed();
}
