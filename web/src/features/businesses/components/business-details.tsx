import type { Business } from '@postloom/contracts';
import { useLayoutEffect, useRef, useState } from 'react';
import { keptEdits } from '#lib/kept-edits.ts';
import { Button } from '#ui/index.ts';
import { industryLabel } from '../industry.ts';
import { BusinessFacts, type BusinessFactsProps } from './business-facts.tsx';
import { BusinessDetailsForm, detailsPlace } from './business-details-form.tsx';

/** Name, industry and description, to be read; a form for name and description when the person asks for it, or was interrupted in it. */
export function BusinessDetails({ business }: { business: Business }) {
  const [editing, setEditing] = useState<'asked' | 'interrupted' | null>(() =>
    Object.keys(keptEdits(detailsPlace(business))).length > 0 ? 'interrupted' : null,
  );
  const edit = useRef<HTMLButtonElement>(null);
  const before = useRef(editing);
  // The form that had the focus is gone.
  useLayoutEffect(() => {
    if (before.current && !editing) {
      edit.current?.focus();
    }
    before.current = editing;
  }, [editing]);
  if (editing) {
    return <BusinessDetailsForm business={business} focused={editing === 'asked'} onClose={() => setEditing(null)} />;
  }
  const facts: BusinessFactsProps['facts'] = [
    ['Name', business.name],
    ['Industry', industryLabel(business)],
    ...(business.description ? [['Description', business.description] as const] : []),
  ];
  return (
    <div className="flex items-start justify-between gap-4">
      <BusinessFacts facts={facts} />
      <Button ref={edit} variant="secondary" size="sm" onClick={() => setEditing('asked')}>
        Edit
      </Button>
    </div>
  );
}
