import { formatNumber } from '#lib/format.ts';
import { Button, Progress } from '#ui/index.ts';
import type { BulkRun } from '../use-bulk.ts';

/** How far a change of many photos is, and the way to stop it. */
export function BulkProgress({ run }: { run: BulkRun }) {
  const { change, through, total, stop } = run;
  const doing = { delete: 'Deleting', restore: 'Restoring', move: 'Moving', tag: 'Tagging' }[change.action];
  return (
    <>
      <div className="grid w-56 flex-auto gap-1.5">
        <p role="status" className="text-sm font-semibold tabular">
          {total === null ? `${doing} photos...` : `${doing} ${formatNumber(through)} of ${formatNumber(total)}`}
        </p>
        <Progress value={total ? (through / total) * 100 : 0} label={`${doing} photos`} />
      </div>
      <Button size="sm" variant="secondary" onClick={stop}>
        Stop
      </Button>
    </>
  );
}
