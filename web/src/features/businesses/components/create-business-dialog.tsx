import type { Business, IndustryKey } from '@postloom/contracts';
import { useState } from 'react';
import { Dialog, DialogContent } from '#ui/index.ts';
import { businessTexts } from '../texts.ts';
import { BusinessForm, type BusinessFormProps } from './business-form.tsx';
import { IndustryGrid } from './industry-grid.tsx';

export type CreateBusinessDialogProps = Pick<BusinessFormProps, 'variant'> & {
  open: boolean;
  onOpenChange(open: boolean): void;
  onCreated?(business: Business): void;
};

/** Industry first, then the details. Closing or success starts over the next time. */
export default function CreateBusinessDialog({ open, onOpenChange, variant, onCreated }: CreateBusinessDialogProps) {
  const [industry, setIndustry] = useState<IndustryKey | null>(null);
  const change = (next: boolean) => {
    if (!next) {
      setIndustry(null);
    }
    onOpenChange(next);
  };
  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogContent
        width="lg"
        title={industry ? 'Set up your business' : variant === 'dashboard' ? 'Choose Your Industry' : 'Create Business'}
        description={industry ? businessTexts.setUpLead : businessTexts.industryLead}
      >
        {industry ? (
          <BusinessForm
            key={industry}
            industry={industry}
            variant={variant}
            onBack={() => setIndustry(null)}
            onCreated={(business) => {
              change(false);
              onCreated?.(business);
            }}
          />
        ) : (
          <IndustryGrid onChoose={setIndustry} />
        )}
      </DialogContent>
    </Dialog>
  );
}
