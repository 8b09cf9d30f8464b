import { FolderInput, PencilLine, Tag, Trash2, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { prefetch } from '#lib/lazily.ts';
import { formatNumber } from '#lib/format.ts';
import { Button } from '#ui/index.ts';
import type { BulkRun } from '../use-bulk.ts';
import { BulkProgress } from './bulk-progress.tsx';

export type SelectionBarProps = {
  count: number;
  total: number;
  /** The same in words: of a filtered list not all are counted. */
  totalText: string;
  running: BulkRun | null;
  /** While a long range is being read. */
  onStopSelecting: (() => void) | undefined;
  /** Left out while more photos are selected than a post can take. */
  onCreatePost?: (() => void) | undefined;
  onMove(): void;
  onTag(): void;
  onDelete(): void;
  onSelectAll(): void;
  onClear(): void;
};

const isOn = (element: Element) => document.activeElement === element;

/** What can be done with the selection, and how far it is. */
export function SelectionBar(props: SelectionBarProps) {
  const { count, total, totalText, running, onStopSelecting, onCreatePost } = props;
  const { onMove, onTag, onDelete, onSelectAll, onClear } = props;
  // What a change could not do must be sayable also when the connection is lost by then.
  useEffect(() => void prefetch(() => import('./bulk-remains-dialog.tsx')), []);
  const bar = useRef<HTMLDivElement>(null);
  const action = running?.change.action;
  useEffect(() => {
    const { current } = bar;
    if (action === undefined || current === null) {
      return undefined;
    }
    // The button that was pressed gives way to how far it is, and gets the focus back when it is there again.
    if (isOn(document.body)) {
      current.focus({ preventScroll: true });
    }
    return () => {
      if (isOn(document.body) || isOn(current)) {
        current.querySelector<HTMLElement>(`[data-action="${action}"]`)?.focus({ preventScroll: true });
      }
    };
  }, [action]);
  // When the bar goes, whoever was on it is on the photos again.
  useLayoutEffect(() => {
    const { current } = bar;
    return () => {
      if (isOn(document.body) || current?.contains(document.activeElement)) {
        const tile = document.querySelector<HTMLElement>('[aria-label="Photos"] [data-tile][tabindex="0"]');
        tile?.focus({ preventScroll: true });
      }
    };
  }, []);
  return (
    <div
      ref={bar}
      tabIndex={-1}
      role="region"
      data-docked
      aria-label="Selected photos"
      className="sticky bottom-4 z-30 mx-auto mt-6 flex w-full animate-in-rise flex-wrap items-center gap-2 rounded-card border border-line bg-cloth px-4 py-2.5 shadow-lift sm:w-fit"
    >
      {running ? (
        <BulkProgress run={running} />
      ) : onStopSelecting ? (
        <>
          <p role="status" className="text-sm font-semibold">
            Selecting photos...
          </p>
          <Button size="sm" variant="secondary" onClick={onStopSelecting}>
            Stop
          </Button>
        </>
      ) : (
        <>
          <p aria-live="polite" className="text-sm font-semibold tabular">
            {formatNumber(count)} selected
          </p>
          {count < total ? (
            <Button size="sm" variant="ghost" className="px-2 text-woad" onClick={onSelectAll}>
              Select all {totalText}
            </Button>
          ) : null}
          <Button
            size="icon-sm"
            variant="ghost"
            aria-label="Clear selection"
            className="max-sm:-mr-2 max-sm:ml-auto sm:order-last"
            onClick={onClear}
          >
            <X aria-hidden="true" />
          </Button>
          <div className="flex w-full flex-wrap gap-2 *:flex-auto sm:w-auto sm:pl-2">
            {onCreatePost ? (
              <Button size="sm" onClick={onCreatePost}>
                <PencilLine aria-hidden="true" className="max-sm:hidden" />
                Create Post
              </Button>
            ) : null}
            <Button size="sm" variant="secondary" data-action="move" onClick={onMove}>
              <FolderInput aria-hidden="true" className="max-sm:hidden" />
              <span>
                Move<span className="max-sm:sr-only"> to album</span>
              </span>
            </Button>
            <Button size="sm" variant="secondary" data-action="tag" onClick={onTag}>
              <Tag aria-hidden="true" className="max-sm:hidden" />
              Tag
            </Button>
            <Button size="sm" variant="danger-quiet" aria-keyshortcuts="Delete" onClick={onDelete}>
              <Trash2 aria-hidden="true" className="max-sm:hidden" />
              Delete
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
