const MAX_NAME = 255;
const extensions = { 'image/png': '.png', 'image/jpeg': '.jpg' } as const;
const MARK = ' (cropped)';

/** `loaf.heic` becomes `loaf (cropped).jpg`; cropping a crop adds no second mark. */
export function cutName(originalName: string, mimeType: keyof typeof extensions): string {
  const base = originalName.replace(/\.[A-Za-z0-9]{1,5}$/, '');
  const end = MARK + extensions[mimeType];
  const unmarked = base.endsWith(MARK) ? base.slice(0, -MARK.length) : base;
  return [...unmarked].slice(0, MAX_NAME - end.length).join('') + end;
}
