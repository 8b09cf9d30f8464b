import type { Album, AlbumInput } from '@postloom/contracts';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { lazyResolver } from '#lib/forms.ts';

export type AlbumFacts = Pick<z.input<typeof AlbumInput>, 'name' | 'description'>;

const resolver = lazyResolver<AlbumFacts>(() =>
  import('./album-schema.ts').then((module) => module.AlbumInput.pick({ name: true, description: true })),
);

/** The form of an album's name and description, checked as the server checks them. */
export function useAlbumForm(album?: Pick<Album, 'name' | 'description'> | null) {
  useEffect(() => resolver.prefetch(), []);
  return useForm<AlbumFacts>({
    resolver,
    defaultValues: { name: album?.name ?? '', description: album?.description ?? '' },
  });
}
