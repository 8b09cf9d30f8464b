import type { PostWithHistory } from '@postloom/contracts';
import { actorName } from '#data/post-state.ts';
import { platformRules } from '#lib/contract-data.ts';
import { formatMoment } from '#lib/format.ts';
import { zoneName } from '#lib/time-zones.ts';
import { PlatformGlyph } from '#ui/index.ts';

/** The history of a post as a thread: what happened, where, when, and who did it. */
export function PostTimeline({ history, timeZone }: { history: PostWithHistory['history']; timeZone: string }) {
  return (
    <section aria-label="History" className="grid gap-2">
      <h3 className="text-sm font-semibold">
        History <span className="font-normal text-muted">({zoneName(timeZone)})</span>
      </h3>
      <ol className="grid gap-3 border-l-2 border-line pl-4">
        {history.map((entry, index) => (
          <li key={`${entry.at}${entry.what}${index}`} className="relative grid gap-0.5 text-sm">
            <span
              aria-hidden="true"
              className="absolute top-1.5 -left-5.25 size-2 rounded-full border-2 border-cloth bg-line-strong"
            />
            <span className="flex items-start gap-1.5">
              {entry.platform ? (
                <>
                  <PlatformGlyph platform={entry.platform} className="mt-0.75 size-3.5 shrink-0" />
                  <span className="sr-only">{platformRules[entry.platform].name}: </span>
                </>
              ) : null}
              <span className="min-w-0">{entry.what}</span>
            </span>
            <span className="text-xs text-muted tabular">
              <time dateTime={entry.at}>{formatMoment(entry.at, timeZone)}</time> · {actorName(entry)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
