import { platformRules } from '#lib/contract-data.ts';
import { Button, CopyField, Dialog, DialogContent } from '#ui/index.ts';
import type { Setup } from '../api/setup.ts';

/** What is missing on the installation before accounts of a platform can be connected. */
export default function SetupRequiredDialog({ setup, onClose }: { setup: Setup; onClose(): void }) {
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title="Setup Required"
        description={`${platformRules[setup.platform].longName} needs app credentials on this installation before accounts can be connected.`}
        footer={<Button onClick={onClose}>Done</Button>}
      >
        <ol className="grid list-decimal gap-2 pl-5 text-sm">
          {setup.steps.map((step) => (
            <li key={step} className="pl-1">
              {step}
            </li>
          ))}
        </ol>
        <h3 className="mt-6 mb-1.5 text-sm font-semibold">Redirect URL to whitelist</h3>
        <CopyField text={setup.redirectUri} label="Copy the redirect URL" failure="Failed to copy the redirect URL." />
      </DialogContent>
    </Dialog>
  );
}
