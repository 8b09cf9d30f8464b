const EMOJI =
  /(?![©®™])\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier}|\u200d\p{Extended_Pictographic})*|\p{Regional_Indicator}+|[\u{e0020}-\u{e007f}]+/u
    .source;
const SPACE = '[ \\u00a0\\u202f]';
/** Emoji that follow each other, with the space around them. */
const RUN = new RegExp(`${SPACE}?(?:(?:${EMOJI})${SPACE}?)+`, 'gu');
const SPACES = new RegExp(SPACE, 'u');

const OPENING = /[([{¡¿“„‘「『]/u;
/** No language has a space before them. */
const CLOSING = /[.,…)\]}”’。、，」』،]/u;
/** French has a space before them: the one that the writer put there stays. */
const SPACED = /[!?:;»！？：；؟؛]/u;

/** Without emoji, and without the gap that each of them would leave: before punctuation, or at the end of a line. */
export function withoutEmojis(text: string): string {
  return text
    .replaceAll(RUN, (run: string, start: number) => {
      const [before, after] = [spaceOf(run.at(0)), spaceOf(run.at(-1))];
      const [previous = '\n', next = '\n'] = [text[start - 1], text[start + run.length]];
      if (previous === '\n' || next === '\n' || CLOSING.test(next) || (before === '' && OPENING.test(previous))) {
        return '';
      }
      return SPACED.test(next) ? after : (before || after) && ' ';
    })
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function spaceOf(character = ''): string {
  return SPACES.test(character) ? character : '';
}
