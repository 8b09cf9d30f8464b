import type { Album } from '@postloom/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { asList, routeList, routes, usePageBusiness } from '#lib/api/index.ts';
import { albumLevels } from '#lib/contract-data.ts';

/** An album and how deep it stands, from 1. */
export type LevelledAlbum = Album & { level: number };

/** The albums of the page's business, each before those inside it. */
export function useAlbums() {
  const { data, isError, isPending, refetch } = useQuery(routeList(routes.albums, { businessId: usePageBusiness() }));
  const albums = useMemo(
    () => albumLevels(asList<Album>(data)).map(({ album, level }): LevelledAlbum => ({ ...album, level })),
    [data],
  );
  return { albums, isError, isPending, refetch };
}

/** Its name as an option of a list: what is inside another stands further in. */
export function albumOption({ name, level }: Pick<LevelledAlbum, 'name' | 'level'>): string {
  return `${'\u2003'.repeat(level - 1)}${name}`;
}
