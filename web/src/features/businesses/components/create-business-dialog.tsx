import type { Business, IndustryKey } from '@postloom/contracts';
import { CircleCheck, ImageUp, PencilLine, Plug, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { Button, Dialog, DialogContent } from '#ui/index.ts';
import { BusinessForm, type BusinessFormProps } from './business-form.tsx';
import { IndustryGrid } from './industry-grid.tsx';

export type CreateBusinessDialogProps = Pick<BusinessFormProps, 'variant'> & {
  open: boolean;
  onOpenChange(open: boolean): void;
  /** The first step in a new business. */
  onUpload(): void;
};

const steps: readonly { icon: LucideIcon; title: string; text: string }[] = [
  { icon: ImageUp, title: 'Upload a few photos', text: 'Posts start from a picture.' },
  { icon: Plug, title: 'Connect an account', text: 'Your password stays with the platform.' },
  { icon: PencilLine, title: 'Schedule your first post', text: 'We write the caption if you like.' },
];

/** What to do next in a business that was just made. */
function NextSteps({ onUpload, onClose }: { onUpload(): void; onClose(): void }) {
  return (
    <div className="grid gap-6">
      <ol className="grid gap-2.5">
        {steps.map(({ icon: Icon, title, text }, index) => (
          <li key={title} className="flex items-center gap-3.5 rounded-card border border-line p-3.5">
            <span className="grid size-10 shrink-0 place-items-center rounded-control bg-woad-soft text-woad">
              <Icon className="size-5" aria-hidden="true" />
            </span>
            <span className="grid gap-0.5">
              <span className="text-sm font-bold">
                {index + 1}. {title}
              </span>
              <span className="text-xs text-muted">{text}</span>
            </span>
          </li>
        ))}
      </ol>
      <div className="flex flex-col-reverse justify-end gap-2 sm:flex-row">
        <Button variant="ghost" onClick={onClose}>
          Look around first
        </Button>
        <Button autoFocus onClick={onUpload}>
          <ImageUp aria-hidden="true" />
          Upload photos
        </Button>
      </div>
    </div>
  );
}

/** Industry first, then the details, then the next step. Closing starts over the next time. */
export default function CreateBusinessDialog({ open, onOpenChange, variant, onUpload }: CreateBusinessDialogProps) {
  const [industry, setIndustry] = useState<IndustryKey | null>(null);
  const [created, setCreated] = useState<Business | null>(null);
  const change = (next: boolean) => {
    if (!next) {
      setIndustry(null);
      setCreated(null);
    }
    onOpenChange(next);
  };
  if (created) {
    return (
      <Dialog open={open} onOpenChange={change}>
        <DialogContent
          width="md"
          title={
            <span className="flex items-center gap-2.5">
              <CircleCheck className="size-6 text-moss" aria-hidden="true" />
              {`${created.name} is ready`}
            </span>
          }
          description="Three short steps to the first post. You can take them in any order."
        >
          <NextSteps
            onClose={() => change(false)}
            onUpload={() => {
              change(false);
              onUpload();
            }}
          />
        </DialogContent>
      </Dialog>
    );
  }
  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogContent
        width="lg"
        title={industry ? 'Set up your business' : variant === 'dashboard' ? 'Choose Your Industry' : 'Create Business'}
        description={
          industry
            ? 'Captions are written for what you enter here. Everything can be changed later.'
            : 'It decides the tone of your captions and the first ideas. Pick what comes closest.'
        }
      >
        {industry ? (
          <BusinessForm
            key={industry}
            industry={industry}
            variant={variant}
            onBack={() => setIndustry(null)}
            onCreated={(business) => (variant === 'dashboard' ? setCreated(business) : change(false))}
          />
        ) : (
          <IndustryGrid onChoose={setIndustry} />
        )}
      </DialogContent>
    </Dialog>
  );
}
