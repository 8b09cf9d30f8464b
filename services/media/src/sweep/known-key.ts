/** What an object of a business or a person belongs to, by its key; null for what is not this product's. */
export interface KnownKey {
  readonly kind: 'photo' | 'transfer' | 'scratch' | 'export' | 'import';
  readonly id: string;
}

const KINDS = { incoming: 'transfer', scratch: 'scratch', exports: 'export', imports: 'import' } as const;

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const OWNER = new RegExp(`^${UUID}$`);
const OF_PHOTO = new RegExp(`^${UUID}/(${UUID})/[^/]+$`);
const OF_OTHERS = new RegExp(`^${UUID}/(?:(incoming|scratch)/(${UUID})|(exports|imports)/(${UUID})/[^/]+)$`);

export function knownKey(key: string): KnownKey | null {
  const [, photoId] = OF_PHOTO.exec(key) ?? [];
  if (photoId !== undefined) {
    return { kind: 'photo', id: photoId };
  }
  const [, single, singleId, several, severalId] = OF_OTHERS.exec(key) ?? [];
  const folder = (single ?? several) as keyof typeof KINDS | undefined;
  const id = singleId ?? severalId;
  return folder === undefined || id === undefined ? null : { kind: KINDS[folder], id };
}

/** True when a folder of the bucket can be a business's or a person's. */
export function isOwner(folder: string): boolean {
  return OWNER.test(folder);
}

/**
 * The objects of a page without those of its last photo, which may go on in the next one. A page that holds nothing else is kept: no photo
 * has as many objects as a page.
 */
export function wholePhotos<T extends { readonly key: string }>(page: readonly T[]): readonly T[] {
  const folderOf = ({ key }: T): string => key.slice(0, key.lastIndexOf('/'));
  const last = page.at(-1);
  const whole = last ? page.filter((object) => folderOf(object) !== folderOf(last)) : [];
  return whole.length > 0 ? whole : page;
}
