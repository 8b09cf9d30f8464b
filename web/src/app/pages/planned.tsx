import type { ReactNode } from 'react';
import { Card, PageHeader, WovenBand, type WovenBandProps } from '#ui/index.ts';

type PlannedPageProps = {
  title: string;
  description: string;
  /** What the page will do, each as a sentence. */
  will: readonly { title: string; text: string }[];
  band: Pick<WovenBandProps, 'days' | 'threads' | 'knots' | 'wovenDays'>;
  /** What can be done today instead. */
  today: ReactNode;
};

/** A page that is not built yet says plainly what will be there and what works meanwhile. */
export function PlannedPage({ title, description, will, band, today }: PlannedPageProps) {
  return (
    <>
      <PageHeader title={title} description={description} />
      <Card className="grid overflow-hidden lg:grid-cols-[1fr_1.1fr]">
        <div className="relative min-h-44 overflow-hidden border-b border-line bg-sunken lg:border-r lg:border-b-0">
          <WovenBand
            {...band}
            ground="var(--sunken)"
            className="absolute top-1/2 left-8 h-[78%] w-auto max-w-none -translate-y-1/2"
          />
        </div>
        <div className="grid content-center gap-5 p-6 sm:p-10">
          <div className="grid gap-1.5">
            <p className="text-sm font-semibold text-woad">Still on the loom</p>
            <h2 className="text-2xl font-bold">What will be here</h2>
          </div>
          <ul className="grid gap-4">
            {will.map((item) => (
              <li key={item.title} className="grid gap-0.5 border-l-2 border-line pl-4">
                <span className="font-bold">{item.title}</span>
                <span className="max-w-[60ch] text-sm text-muted">{item.text}</span>
              </li>
            ))}
          </ul>
          <div className="border-t border-line pt-5 text-sm text-muted">{today}</div>
        </div>
      </Card>
    </>
  );
}
