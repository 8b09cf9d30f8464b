/** What an object of a business belongs to, by its key; null for what is not this product's. */
export interface KnownKey {
  readonly kind: 'photo' | 'transfer' | 'scratch';
  readonly id: string;
  /** Of a photo: `original` or the name of a rendition. */
  readonly name: string;
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const BUSINESS = new RegExp(`^${UUID}$`);
const KEY = new RegExp(`^${UUID}/(?:(${UUID})/([^/]+)|(incoming|scratch)/(${UUID}))$`);

export function knownKey(key: string): KnownKey | null {
  const [, photoId, name, folder, otherId] = KEY.exec(key) ?? [];
  if (photoId !== undefined && name !== undefined) {
    return { kind: 'photo', id: photoId, name };
  }
  return otherId === undefined ? null : { kind: folder === 'incoming' ? 'transfer' : 'scratch', id: otherId, name: '' };
}

/** True when a folder of the bucket can be a business's. */
export function isBusiness(folder: string): boolean {
  return BUSINESS.test(folder);
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
