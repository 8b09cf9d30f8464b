import { CircleHelp } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazily } from '#lib/lazily.ts';
import { Button } from '#ui/index.ts';
import { useReplacements } from '../api/replacements.ts';
import { ownAccount, type Question } from '../replacement-rules.ts';
import { socialTexts } from '../texts.ts';

const ReplacementDialog = lazily(() => import('./replacement-dialog.tsx'));

export type ReplacementNoticesProps = {
  /** `all`: also what a person has decided to keep waiting; where accounts are managed. */
  show: 'open' | 'all';
  className?: string;
};

/** What waits for accounts that were replaced, with the way to decide; nothing while nothing does. */
export function ReplacementNotices({ show, className }: ReplacementNoticesProps) {
  const questions = useReplacements().filter(({ isOpen }) => isOpen || show === 'all');
  const [asked, setAsked] = useState<Question | null>(null);
  return (
    <>
      {questions.length > 0 ? (
        <ul aria-label="Posts that wait for another account" className={className ?? 'grid gap-2'}>
          {questions.map((one) => (
            <li
              key={one.fromAccountId}
              className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-weld/40 bg-weld-soft px-4 py-3 text-sm"
            >
              <CircleHelp className="size-5 shrink-0 text-weld" aria-hidden="true" />
              <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
                <span className="font-semibold">{one.what}</span>{' '}
                {socialTexts.replaced.plannedFor(ownAccount(one), one.to, one.isOne)}
              </p>
              <Button
                size="sm"
                variant={one.isOpen ? 'primary' : 'secondary'}
                aria-label={`${one.isOpen ? 'Decide' : 'Change'} what happens with ${one.what}`}
                onClick={() => setAsked(one)}
              >
                {one.isOpen ? 'Decide' : 'Change'}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <Suspense fallback={null}>
        {asked ? <ReplacementDialog question={asked} onClose={() => setAsked(null)} /> : null}
      </Suspense>
    </>
  );
}
