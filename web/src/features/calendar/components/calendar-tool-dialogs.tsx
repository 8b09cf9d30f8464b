import { lazy, Suspense } from 'react';
import type { Day } from '#lib/month-grid.ts';

const ImportDialog = lazy(() => import('./calendar-tools.ts').then((module) => ({ default: module.ImportDialog })));
const FeedDialog = lazy(() => import('./calendar-tools.ts').then((module) => ({ default: module.FeedDialog })));

export type Tool = 'import' | 'feed';

/** What the calendar takes in from a file, and gives to other calendars. */
export function CalendarToolDialogs({
  tool,
  timeZone,
  today,
  onPost,
  onClose,
}: {
  tool: Tool | null;
  timeZone: string;
  today: Day;
  onPost(id: string): void;
  onClose(): void;
}) {
  return (
    <Suspense fallback={null}>
      {tool === 'import' ? (
        <ImportDialog
          timeZone={timeZone}
          today={today}
          onClose={onClose}
          onPost={(id) => {
            onClose();
            onPost(id);
          }}
        />
      ) : null}
      {tool === 'feed' ? <FeedDialog timeZone={timeZone} onClose={onClose} /> : null}
    </Suspense>
  );
}
