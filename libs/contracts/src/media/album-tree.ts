/** Albums within albums: the order in which screens show them. */

export interface AlbumPlace {
  readonly id: string;
  readonly parentId?: string | null | undefined;
}

/** An album and the albums that it stands in, itself first; empty when it is not among them. */
export function albumPath<A extends AlbumPlace>(byId: ReadonlyMap<string, A>, id: string | null): A[] {
  const path: A[] = [];
  for (let album = byId.get(id ?? ''); album && !path.includes(album); album = byId.get(album.parentId ?? '')) {
    path.push(album);
  }
  return path;
}

/** All albums, each before those inside it, which keep the order that they came in; one whose parent is not here is on the first level. */
export function albumLevels<A extends AlbumPlace>(albums: readonly A[]): { album: A; level: number }[] {
  const known = new Set(albums.map(({ id }) => id));
  const inside = Map.groupBy(albums, ({ parentId }) => (parentId && known.has(parentId) ? parentId : null));
  const from = (parentId: string | null, level: number): { album: A; level: number }[] =>
    (inside.get(parentId) ?? []).flatMap((album) => [{ album, level }, ...from(album.id, level + 1)]);
  return from(null, 1);
}
