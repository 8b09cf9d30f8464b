import { Copy } from 'lucide-react';
import { platformRules } from '../../../lib/contract-data.ts';
import { Button, Dialog, DialogContent, toast } from '../../../ui/index.ts';
import type { Setup } from '../api/setup.ts';

/** What is missing on the installation before accounts of a platform can be connected. */
export default function SetupRequiredDialog({ setup, onClose }: { setup: Setup; onClose(): void }) {
  const copy = () => {
    navigator.clipboard.writeText(setup.redirectUri).then(
      () => toast({ title: 'Copied!', tone: 'success' }),
      () => toast({ title: 'Error', description: 'Failed to copy the redirect URL.', tone: 'error' }),
    );
  };
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
        <div className="flex items-center gap-2 rounded-control border border-line bg-sunken py-1 pr-1 pl-3">
          <code className="min-w-0 flex-1 text-sm break-all">{setup.redirectUri}</code>
          <Button variant="ghost" size="icon-sm" aria-label="Copy the redirect URL" onClick={copy}>
            <Copy aria-hidden="true" />
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}
