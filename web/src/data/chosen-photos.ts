import type { Photo } from '@postloom/contracts';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { usePageBusiness } from '#lib/api/index.ts';
import { photoQuery } from './photos.ts';

/** A photo that was deleted is null, one that is not read yet undefined. */
export type ChosenPhoto = { id: string; photo: Photo | null | undefined };

/** The photos that a form holds, in its order. */
export function useChosenPhotos(ids: readonly string[]): readonly ChosenPhoto[] {
  const businessId = usePageBusiness();
  const queries = useMemo(() => ids.map((id) => photoQuery(businessId, id)), [businessId, ids]);
  const answers = useQueries({ queries });
  return ids.map((id, place) => ({ id, photo: answers[place]?.data }));
}
