/** Maximum length of a name in characters, as in the contract. */
const MAX_NAME = 255;

/** The name as people may see it: no folders, no control characters, never empty. Applied to uploads and to renames. */
export function cleanName(name: string | undefined): string {
  const base = (name ?? '').split(/[/\\]/).at(-1) ?? '';
  const clean = base
    .normalize('NFC')
    .replaceAll(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim();
  return [...(clean === '' || /^\.+$/.test(clean) ? 'photo' : clean)].slice(0, MAX_NAME).join('');
}
