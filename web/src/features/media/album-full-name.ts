import type { LevelledAlbum } from '#data/albums.ts';

/** Its name after those of the albums that it stands in: 'House / Garden'. */
export function albumFullName({ name, above }: Pick<LevelledAlbum, 'name' | 'above'>): string {
  return above === '' ? name : `${above} / ${name}`;
}
