import type { Business } from '@postloom/contracts';
import { CalendarDays, CircleCheck, ImageUp, PencilLine, Plug, type LucideIcon } from 'lucide-react';
import { Button, Dialog, DialogContent } from '#ui/index.ts';
import { businessTexts } from '../texts.ts';

const steps: readonly { icon: LucideIcon; title: string; text: string }[] = [
  { icon: ImageUp, title: 'Upload your first photos', text: 'Posts start from a picture.' },
  { icon: Plug, title: 'Connect a social account', text: 'Your password stays with the platform.' },
  { icon: PencilLine, title: 'Schedule your first post', text: 'We write the caption if you like.' },
  { icon: CalendarDays, title: 'Plan your first week', text: 'Times and words from your trade, ready to change.' },
];

export type NextStepsDialogProps = { business: Business; onUpload(): void; onClose(): void };

/** What to do next in a business that was just made. */
export default function NextStepsDialog({ business, onUpload, onClose }: NextStepsDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        width="md"
        title={
          <span className="flex items-center gap-2.5">
            <CircleCheck className="size-6 shrink-0 text-moss" aria-hidden="true" />
            {businessTexts.nextSteps.title(business.name)}
          </span>
        }
        description={businessTexts.nextSteps.lead}
      >
        <div className="grid gap-6">
          <ol className="grid gap-4">
            {steps.map(({ icon: Icon, title, text }, index) => (
              <li key={title} className="flex items-center gap-3.5">
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
          <div className="flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
            <Button variant="ghost" onClick={onClose}>
              Look around first
            </Button>
            <Button autoFocus onClick={onUpload}>
              <ImageUp aria-hidden="true" />
              Upload photos
            </Button>
          </div>
        </div>
      </DialogContent>
    </Dialog>
  );
}
