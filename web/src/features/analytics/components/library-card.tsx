import type { Analytics } from '@postloom/contracts';
import { formatNumber, shareOf } from '#lib/format.ts';
import { Card, CardBody, CardHeader, Progress } from '#ui/index.ts';
import { analyticsTexts } from '../texts.ts';

const texts = analyticsTexts.library;

/** 'Content Library Status'. */
export function LibraryCard({ library, schedules }: Pick<Analytics, 'library' | 'schedules'>) {
  const { active, total } = schedules;
  return (
    <Card aria-labelledby="library-status">
      <CardHeader id="library-status" title={texts.title} />
      <CardBody className="grid gap-4">
        <dl className="grid divide-y divide-line text-sm">
          {(['photos', 'posts'] as const).map((part) => (
            <div key={part} className="flex justify-between gap-4 py-2">
              <dt>{texts[part]}</dt>
              <dd className="font-bold tabular">{formatNumber(library[part])}</dd>
            </div>
          ))}
        </dl>
        <div className="grid gap-1.5">
          <span className="text-sm">{texts.efficiency}</span>
          <Progress
            value={shareOf(active, total)}
            label={texts.efficiency}
            valueText={texts.active(active, total)}
            tone="moss"
          />
          <span className="text-xs text-muted tabular">{texts.active(active, total)}</span>
        </div>
      </CardBody>
    </Card>
  );
}
