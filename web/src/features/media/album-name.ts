import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { lazyResolver } from '#lib/forms.ts';

export type AlbumName = { name: string };

const resolver = lazyResolver<AlbumName>(() =>
  import('./album-schema.ts').then((module) => module.AlbumInput.pick({ name: true })),
);

/** The form of an album's name, checked as the server checks it. */
export function useAlbumName(name = '') {
  useEffect(() => resolver.prefetch(), []);
  return useForm<AlbumName>({ resolver, defaultValues: { name } });
}
