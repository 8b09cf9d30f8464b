import { Suspense } from 'react';
import { lazily } from '#lib/lazily.ts';
import type { Day } from '#lib/month-grid.ts';

const ImportDialog = lazily(async () => ({ default: (await import('./calendar-tools.ts')).ImportDialog }));
const FeedDialog = lazily(async () => ({ default: (await import('./calendar-tools.ts')).FeedDialog }));

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
