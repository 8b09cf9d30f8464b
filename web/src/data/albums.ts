import type { Album } from '@postloom/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { asList, routeList, routes, usePageBusiness } from '#lib/api/index.ts';
import { albumLevels } from '#lib/contract-data.ts';

/** An album, how deep it stands, from 1, and the names of those it stands in: two may have the same name. */
export type LevelledAlbum = Album & { level: number; above: string };

/** 'Week 2' stands before 'Week 10'. */
const byName = (one: Album, other: Album): number => one.name.localeCompare(other.name, undefined, { numeric: true });

/** The albums of a business. */
export const albumsQuery = (businessId: string | null) => routeList(routes.albums, { businessId });

/** By their names, each before those inside it. */
export function levelled(albums: readonly Album[]): LevelledAlbum[] {
  const names: string[] = [];
  return albumLevels(albums.toSorted(byName)).map(({ album, level }) => {
    names.splice(level - 1, names.length, album.name);
    return { ...album, level, above: names.slice(0, -1).join(' / ') };
  });
}

/** The albums of the page's business by their names, each before those inside it. */
export function useAlbums() {
  const { data, isError, isPending, refetch } = useQuery(albumsQuery(usePageBusiness()));
  const albums = useMemo(() => levelled(asList<Album>(data)), [data]);
  return { albums, isError, isPending, refetch };
}

/** Those that stand right inside an album. */
export function albumsInside<A extends Album>(albums: readonly A[], { id }: Pick<Album, 'id'>): readonly A[] {
  return albums.filter(({ parentId }) => parentId === id);
}

/** Its name after those of the albums that it stands in: 'House / Garden'. */
export function albumFullName({ name, above }: Pick<LevelledAlbum, 'name' | 'above'>): string {
  return above === '' ? name : `${above} / ${name}`;
}

/** Its name as an option of a list: what is inside another stands further in. */
export function albumOption({ name, level }: Pick<LevelledAlbum, 'name' | 'level'>): string {
  return `${'\u2003'.repeat(level - 1)}${name}`;
}
