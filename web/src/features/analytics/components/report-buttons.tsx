import type { ReportFormat } from '@postloom/contracts';
import { Download, Link2, Mail, Palette } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazily } from '#lib/lazily.ts';
import { Button } from '#ui/index.ts';
import { useReport } from '../api/analytics.ts';
import type { Range } from '../range.ts';
import { analyticsTexts } from '../texts.ts';

const ReportMailsDialog = lazily(() => import('./report-mails-dialog.tsx'));
const ReportBrandDialog = lazily(() => import('./report-brand-dialog.tsx'));
const ShareDialog = lazily(() => import('./share-dialog.tsx'));
const { label, formats, mails, brand, download, share } = analyticsTexts.report;
const names = Object.entries(formats) as [ReportFormat, string][];

/** The figures of the range as a file or under a link, and the reports that come by mail. */
export function ReportButtons({ range }: { range: Range }) {
  const report = useReport(range);
  const [shown, setShown] = useState<'mails' | 'brand' | 'share' | null>(null);
  const close = () => setShown(null);
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-1.5">
      {names.map(([format, name]) => (
        <Button
          key={format}
          variant="secondary"
          size="sm"
          idle={report.isPending}
          pending={report.isPending && report.variables === format}
          pendingText={name}
          aria-label={download(name)}
          onClick={() => report.mutate(format)}
        >
          <Download aria-hidden="true" />
          {name}
        </Button>
      ))}
      <Button variant="secondary" size="sm" onClick={() => setShown('share')}>
        <Link2 aria-hidden="true" />
        {share}
      </Button>
      <Button variant="secondary" size="sm" onClick={() => setShown('mails')}>
        <Mail aria-hidden="true" />
        {mails}
      </Button>
      <Button variant="secondary" size="sm" onClick={() => setShown('brand')}>
        <Palette aria-hidden="true" />
        {brand}
      </Button>
      <Suspense fallback={null}>
        {shown === 'mails' ? <ReportMailsDialog onClose={close} /> : null}
        {shown === 'brand' ? <ReportBrandDialog onClose={close} /> : null}
        {shown === 'share' ? <ShareDialog range={range} onClose={close} /> : null}
      </Suspense>
    </div>
  );
}
