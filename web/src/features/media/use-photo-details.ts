import type { Photo } from '@postloom/contracts';
import { useRef, useState } from 'react';
import { keepEdits, keptEdits } from '#lib/kept-edits.ts';

type Details = { alt: string; tags: readonly string[] };

const savedOf = (photo: Photo): Details => ({ alt: photo.altText ?? '', tags: photo.tags });

function detailsOf(photo: Photo, place: string): Details {
  const saved = savedOf(photo);
  const { alt, tags } = keptEdits(place) as Partial<Record<keyof Details, unknown>>;
  return typeof alt === 'string' && Array.isArray(tags) ? { alt, tags: tags.map(String) } : saved;
}

/** The description and the tags of a photo while they are edited: what was not saved is there again when the photo is opened. */
export function usePhotoDetails(photo: Photo) {
  const place = `photo.${photo.id}`;
  const [details, setDetails] = useState(() => detailsOf(photo, place));
  const latest = useRef(details);
  const saved = savedOf(photo);
  const isUnsaved = ({ alt, tags }: Details) => alt.trim() !== saved.alt || tags.join() !== saved.tags.join();
  const change = (part: Partial<Details>) => {
    const next = { ...latest.current, ...part };
    latest.current = next;
    setDetails(next);
    keepEdits(place, isUnsaved(next) ? next : null);
  };
  return {
    ...details,
    unsaved: isUnsaved(details),
    setAlt: (alt: string) => change({ alt }),
    setTags: (tags: readonly string[]) => change({ tags }),
    /** Forgets these edits, but for what was typed since. */
    done: () => {
      if (latest.current === details) {
        keepEdits(place, null);
      }
    },
  };
}
