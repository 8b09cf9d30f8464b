import type { Business, IndustryKey } from '@postloom/contracts';
import { useState } from 'react';
import { Dialog, DialogContent } from '#ui/index.ts';
import { businessTexts } from '../texts.ts';
import { BusinessForm, useNewBusiness, type BusinessFormVariant } from './business-form.tsx';
import { IndustryGrid } from './industry-grid.tsx';

export type CreateBusinessDialogProps = {
  variant: BusinessFormVariant;
  open: boolean;
  onOpenChange(open: boolean): void;
  onCreated?(business: Business): void;
};

/** Industry first, then the details. Closing or success starts over the next time. */
export default function CreateBusinessDialog({ open, onOpenChange, variant, onCreated }: CreateBusinessDialogProps) {
  const [industry, setIndustry] = useState<IndustryKey | null>(null);
  const { form, choose, startOver } = useNewBusiness(variant);
  const change = (next: boolean) => {
    if (!next) {
      setIndustry(null);
      startOver();
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
            form={form}
            industry={industry}
            variant={variant}
            onBack={() => setIndustry(null)}
            onCreated={(business) => {
              change(false);
              onCreated?.(business);
            }}
          />
        ) : (
          <IndustryGrid
            onChoose={(next) => {
              choose(next);
              setIndustry(next);
            }}
          />
        )}
      </DialogContent>
    </Dialog>
  );
}
