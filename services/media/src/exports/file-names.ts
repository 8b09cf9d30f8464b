const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/heic': 'heic',
  'image/avif': 'avif',
};
const LONGEST = 60;

/** A name that every file system takes: no signs that one reserves, no dots or spaces at the ends, never empty. */
function plainName(text: string, otherwise: string): string {
  const plain = text
    .normalize('NFC')
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff<>:"/\\|?*]/gu, ' ')
    .trim()
    .replaceAll(/\s+/gu, '-');
  const short = [...plain]
    .slice(0, LONGEST)
    .join('')
    .replaceAll(/^[-.]+|[-.]+$/gu, '');
  return short === '' ? otherwise : short;
}

/** The folder of the first, second … business. */
export function chapterFolder(number: number, businessName: string): string {
  return `businesses/${String(number).padStart(2, '0')}-${plainName(businessName, 'business')}`;
}

/** A photo's file: people find it by its name; the end of its id keeps two of the same name apart. */
export function photoFile(photo: { id: string; originalName: string; mimeType: string }): string {
  const base = plainName(photo.originalName.replace(/\.[A-Za-z0-9]{1,5}$/, ''), 'photo');
  return `${base}-${photo.id.slice(-12)}.${EXTENSIONS[photo.mimeType] ?? 'bin'}`;
}

/** `posts-0001.ndjson`: one page of rows. */
export function pageFile(kind: string, page: number, extension: 'ndjson' | 'html'): string {
  return `${kind}-${String(page).padStart(4, '0')}.${extension}`;
}
