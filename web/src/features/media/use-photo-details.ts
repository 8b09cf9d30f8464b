import type { Photo } from '@postloom/contracts';
import { useRef, useState } from 'react';
import { keepEdits, keptEdits } from '#lib/kept-edits.ts';

/** What a person changed of a photo; a name or a description that they did not touch is null. */
type Edits = { name: string | null; alt: string | null; added: readonly string[]; removed: readonly string[] };

const noEdits: Edits = { name: null, alt: null, added: [], removed: [] };

/** The ending of a file's name with its dot, which stays: programs know the file by it. */
const endingOf = (fileName: string) => /\.\w{1,5}$/.exec(fileName)?.[0] ?? '';

const without = (some: readonly string[], others: readonly string[]) => some.filter((one) => !others.includes(one));

const placeOf = (photoId: string) => `photo.${photoId}`;

/** What was typed of a photo is given up with it. */
export const forgetPhotoEdits = (photoId: string) => keepEdits(placeOf(photoId), null);

function editsAt(place: string): Edits {
  const { name, alt, added, removed } = keptEdits(place) as Partial<Record<keyof Edits, unknown>>;
  const words = (list: unknown) => (Array.isArray(list) ? list.map(String) : []);
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return { name: text(name), alt: text(alt), added: words(added), removed: words(removed) };
}

/** The photo with these edits, and what of it differs from what is saved. */
function edited(photo: Photo, { name, alt, added, removed }: Edits) {
  const tags = [...without(photo.tags, removed), ...without(added, photo.tags)];
  const savedAlt = photo.altText ?? '';
  const ending = endingOf(photo.originalName);
  const savedName = photo.originalName.slice(0, photo.originalName.length - ending.length);
  return {
    /** Without the ending of the file. */
    name: name ?? savedName,
    ending,
    alt: alt ?? savedAlt,
    tags,
    changes: {
      ...(name === null || name.trim() === savedName ? {} : { originalName: `${name.trim()}${ending}` }),
      ...(alt === null || alt.trim() === savedAlt ? {} : { altText: alt.trim() || null }),
      ...(tags.join() === photo.tags.join() ? {} : { tags }),
    },
  };
}

/**
 * The name, the description and the tags of a photo while they are edited: what was not saved is there again when the photo is opened, and
 * what others save meanwhile comes in.
 */
export function usePhotoDetails(photo: Photo) {
  const place = placeOf(photo.id);
  const [edits, setEdits] = useState(() => editsAt(place));
  const latest = useRef(edits);
  const [isBroughtBack] = useState(() => Object.keys(edited(photo, edits).changes).length > 0);
  const become = (next: Edits) => {
    latest.current = next;
    setEdits(next);
    keepEdits(place, Object.keys(edited(photo, next).changes).length > 0 ? next : null);
  };
  return {
    ...edited(photo, edits),
    setName: (name: string) => become({ ...latest.current, name }),
    setAlt: (alt: string) => become({ ...latest.current, alt }),
    setTags: (tags: readonly string[]) =>
      become({ ...latest.current, added: without(tags, photo.tags), removed: without(photo.tags, tags) }),
    /** They were begun before, and not saved. */
    isBroughtBack,
    /** Whether they will be there again. */
    isKept: () => Object.keys(keptEdits(place)).length > 0,
    discard: () => become(noEdits),
    /** Forgets these edits, but for what was typed since, here or where the photo was opened again. */
    done: () => {
      const isThis = (others: Edits) => JSON.stringify(others) === JSON.stringify(edits);
      if (isThis(latest.current)) {
        latest.current = noEdits;
        setEdits(noEdits);
      }
      if (isThis(editsAt(place))) {
        keepEdits(place, null);
      }
    },
  };
}
