import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { PhotoList } from '#data/photo-pages.ts';
import type { PhotoFilter } from '#data/photo-query.ts';
import { toastError } from '#lib/toast-error.ts';
import {
  allSelected,
  join,
  keepExisting,
  nothingSelected,
  select,
  without,
  type Anchor,
  type KnownPart,
  type Selection,
} from './selection.ts';
import { mediaTexts } from './texts.ts';

const nothingKnown: KnownPart = { ids: [], before: 0, isWhole: false };

/**
 * What is selected of the photos that match a filter; of another filter nothing is, nor of its list while that stands in for the
 * one that is read. What is selected at once may reach beyond what is kept of the list.
 */
export function useSelection(
  businessId: string,
  filter: PhotoFilter,
  list: PhotoList | undefined,
  isPlaceholder: boolean,
) {
  const [selection, setSelection] = useState(nothingSelected);
  const known = useMemo<KnownPart>(
    () => (list ? { ids: list.photos.map(({ id }) => id), before: list.before, isWhole: list.isWhole } : nothingKnown),
    [list],
  );
  const [last, setLast] = useState({ known, filter, isPlaceholder });
  if (last.known !== known || last.filter !== filter) {
    setLast({ known, filter, isPlaceholder });
    const isSame = last.filter === filter && !last.isPlaceholder;
    setSelection(isSame ? keepExisting(selection, last.known, known) : nothingSelected);
  }

  const reading = useRef<AbortController>(null);
  const [isReading, setIsReading] = useState(false);
  const stop = useCallback(() => {
    reading.current?.abort();
    setIsReading(false);
  }, []);
  useEffect(() => stop, [stop, businessId, filter]);
  /** Selects what has to be read first; answers false when it could not be. */
  const readAndJoin = useCallback(
    async (read: (signal: AbortSignal) => Promise<readonly string[]>, failure: string) => {
      stop();
      const controller = new AbortController();
      reading.current = controller;
      setIsReading(true);
      try {
        const ids = await read(controller.signal);
        controller.signal.throwIfAborted();
        setSelection((current) => join(current, ids));
      } catch (error) {
        if (!controller.signal.aborted) {
          toastError(error, failure);
          return false;
        }
      } finally {
        if (reading.current === controller) {
          setIsReading(false);
        }
      }
      return true;
    },
    [stop],
  );
  const starts = list?.starts;
  const readBetween = useCallback(
    async (anchor: Anchor, clicked: Anchor) => {
      const part = { businessId, filter, starts: starts ?? [] };
      const isRead = await readAndJoin(
        async (signal) => (await import('./ids-between.ts')).idsBetween(part, anchor, clicked, signal),
        mediaTexts.rangeNotRead,
      );
      if (!isRead) {
        setSelection((current) => ({ ...current, anchor: clicked }));
      }
    },
    [businessId, filter, starts, readAndJoin],
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
  const drop = useCallback((begun: Selection) => setSelection((current) => without(current, begun)), []);
  const isCounted = list?.isCounted === true && !isPlaceholder;
  const selectAll = useCallback(() => {
    if (isCounted) {
      stop();
      setSelection(allSelected);
    } else {
      // Whoever is asked about all of them is told how many they are.
      void readAndJoin(
        async (signal) => (await import('./photo-ids.ts')).allPhotoIds(businessId, filter, signal),
        mediaTexts.allNotRead,
      );
    }
  }, [businessId, filter, isCounted, stop, readAndJoin]);
  return { selection, onSelect, clear, drop, selectAll, onStopSelecting: isReading ? stop : undefined };
}
