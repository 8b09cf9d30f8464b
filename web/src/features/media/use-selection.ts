import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { PhotoList } from '#data/photo-pages.ts';
import type { PhotoFilter } from '#data/photo-query.ts';
import { toastError } from '#lib/toast-error.ts';
import { allSelected, join, keepExisting, nothingSelected, select, type Anchor, type KnownPart } from './selection.ts';
import { mediaTexts } from './texts.ts';

const nothingKnown: KnownPart = { ids: [], before: 0, isWhole: false };

/** What is selected of the photos that match a filter; of another filter nothing is. A range may reach beyond what is kept of the list. */
export function useSelection(businessId: string, filter: PhotoFilter, list: PhotoList | undefined) {
  const [selection, setSelection] = useState(nothingSelected);
  const known = useMemo<KnownPart>(
    () => (list ? { ids: list.photos.map(({ id }) => id), before: list.before, isWhole: list.isWhole } : nothingKnown),
    [list],
  );
  const [last, setLast] = useState({ known, filter });
  if (last.known !== known || last.filter !== filter) {
    setLast({ known, filter });
    setSelection(last.filter === filter ? keepExisting(selection, last.known, known) : nothingSelected);
  }

  const reading = useRef<AbortController>(null);
  const [isReading, setIsReading] = useState(false);
  const stop = useCallback(() => {
    reading.current?.abort();
    setIsReading(false);
  }, []);
  useEffect(() => stop, [stop, businessId, filter]);
  const starts = list?.starts;
  const readBetween = useCallback(
    async (anchor: Anchor, clicked: Anchor) => {
      stop();
      const controller = new AbortController();
      reading.current = controller;
      setIsReading(true);
      try {
        const { idsBetween } = await import('./ids-between.ts');
        const part = { businessId, filter, starts: starts ?? [] };
        const ids = await idsBetween(part, anchor, clicked, controller.signal);
        controller.signal.throwIfAborted();
        setSelection((current) => join(current, ids));
      } catch (error) {
        if (!controller.signal.aborted) {
          toastError(error, mediaTexts.rangeNotRead);
          setSelection((current) => ({ ...current, anchor: clicked }));
        }
      } finally {
        if (reading.current === controller) {
          setIsReading(false);
        }
      }
    },
    [businessId, filter, starts, stop],
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
    stop();
    setSelection(nothingSelected);
  }, [stop]);
  const selectAll = useCallback(() => {
    stop();
    setSelection(allSelected);
  }, [stop]);
  return { selection, onSelect, clear, selectAll, onStopSelecting: isReading ? stop : undefined };
}
