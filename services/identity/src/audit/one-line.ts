/** A text of a stranger's choice as it may stand in the log: in one line, control characters written out, cut to `longest`. */
export function oneLine(text: string, longest: number): string {
  const visible = text.replace(
    /[\p{Cc}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return [...visible].slice(0, longest).join('');
}
