const MAX_NAME = 255;
const extensions = { 'image/png': '.png', 'image/jpeg': '.jpg' } as const;
const marks = { crop: ' (cropped)', edit: ' (edited)' } as const;

/** `loaf.heic` becomes `loaf (cropped).jpg`; a copy of a copy gets no second mark. */
export function copyName(originalName: string, mimeType: keyof typeof extensions, kind: keyof typeof marks): string {
  const base = originalName.replace(/\.[A-Za-z0-9]{1,5}$/, '');
  const end = marks[kind] + extensions[mimeType];
  const known = Object.values(marks).find((mark) => base.endsWith(mark)) ?? '';
  const unmarked = base.slice(0, base.length - known.length);
  return [...unmarked].slice(0, MAX_NAME - end.length).join('') + end;
}
