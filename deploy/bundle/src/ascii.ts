/**
 * The same program in ASCII. V8 keeps a source with one single character above U+00FF at two bytes per character, so an
 * ellipsis in a message doubles what a whole bundle costs in memory.
 *
 * A character that carries a backslash (`\…`) loses it: the backslash says nothing there, and would end the new escape.
 */
export const inAscii = (code: string): string =>
  code.replace(/(\\*)([^\0-\x7f])/g, (_match, backslashes: string, character: string) => {
    const meaningful = backslashes.length % 2 === 0 ? backslashes : backslashes.slice(1);
    return `${meaningful}\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
