import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { PhotoFilter, PhotoList } from '#data/photo-pages.ts';
import { toastError } from '#lib/toast-error.ts';
import { allSelected, join, keepExisting, nothingSelected, select, type Anchor, type KnownPart } from './selection.ts';
import { mediaTexts } from './texts.ts';

const nothingKnown: KnownPart = { ids: [], before: 0 };

/** What is selected of the photos that match a filter. A range may reach beyond what is kept of the list. */
export function useSelection(businessId: string, filter: PhotoFilter, list: PhotoList | undefined) {
  const [selection, setSelection] = useState(nothingSelected);
  const known = useMemo<KnownPart>(
    () => (list ? { ids: list.photos.map(({ id }) => id), before: list.before } : nothingKnown),
    [list],
  );
  const [lastKnown, setLastKnown] = useState(known);
  if (lastKnown !== known) {
    setLastKnown(known);
    setSelection(keepExisting(selection, lastKnown, known));
  }

  const reading = useRef<AbortController>(null);
  const end = useCallback(() => reading.current?.abort(), []);
  useEffect(() => end, [end, businessId, filter]);
  const readBetween = useCallback(
    async (anchor: Anchor, clicked: Anchor) => {
      end();
      const controller = new AbortController();
      reading.current = controller;
      try {
        const { idsBetween } = await import('./ids-between.ts');
        const part = { businessId, filter, cursors: list?.cursors ?? [] };
        const ids = await idsBetween(part, anchor, clicked, controller.signal);
        setSelection((current) => join(current, ids));
      } catch (error) {
        if (!controller.signal.aborted) {
          toastError(error, mediaTexts.rangeNotRead);
        }
      }
    },
    [businessId, filter, list?.cursors, end],
  );

  const { anchor } = selection;
  const onSelect = useCallback(
    (id: string, range: boolean) => {
      if (range && anchor && !known.ids.includes(anchor.id)) {
        setSelection((current) => join(current, [id]));
        void readBetween(anchor, { id, place: known.before + known.ids.indexOf(id) });
      } else {
        setSelection((current) => select(current, known, id, range));
      }
    },
    [anchor, known, readBetween],
  );
  const clear = useCallback(() => {
    end();
    setSelection(nothingSelected);
  }, [end]);
  const selectAll = useCallback(() => setSelection(allSelected), []);
  return { selection, onSelect, clear, selectAll };
}
