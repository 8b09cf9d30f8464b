import { FileUp, Plus, Rss } from 'lucide-react';
import { useStats } from '#data/stats.ts';
import { useOnline } from '#lib/use-online.ts';
import { Button, PageHeader } from '#ui/index.ts';
import { calendarTexts } from '../texts.ts';
import type { Tool } from './calendar-tool-dialogs.tsx';

/** The page's title, how much is scheduled, and the way to a new post. */
export function CalendarHeader({
  onTool,
  onCompose,
  onComposeHover,
}: {
  onTool(tool: Tool): void;
  onCompose(): void;
  onComposeHover(): void;
}) {
  const stats = useStats();
  const online = useOnline();
  const isLoading = stats.isPending && online;
  return (
    <PageHeader
      title="Content Calendar"
      description={
        stats.data
          ? calendarTexts.scheduled(stats.data.scheduledPosts)
          : isLoading
            ? 'Loading schedule...'
            : 'Plan, move, and check your posts'
      }
      actions={
        <>
          <Button variant="secondary" className="max-sm:w-11 max-sm:px-0" onClick={() => onTool('import')}>
            <FileUp aria-hidden="true" />
            <span className="max-sm:sr-only">Import</span>
          </Button>
          <Button variant="secondary" className="max-sm:w-11 max-sm:px-0" onClick={() => onTool('feed')}>
            <Rss aria-hidden="true" />
            <span className="max-sm:sr-only">Subscribe</span>
          </Button>
          <Button
            aria-keyshortcuts="N"
            onClick={onCompose}
            onPointerEnter={onComposeHover}
            onFocus={onComposeHover}
            className="max-sm:flex-1"
          >
            <Plus aria-hidden="true" />
            Schedule New Post
          </Button>
        </>
      }
    />
  );
}
