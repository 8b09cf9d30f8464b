import { Copy } from 'lucide-react';
import { Button, copyText, Dialog, DialogCancel, DialogContent } from '#ui/index.ts';
import { accountTexts } from '../texts.ts';

const texts = accountTexts.security.recovery;

/** The codes, this once. */
export default function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={texts.title}
        description={texts.lead}
        width="sm"
        // A stray click must not take away what is never shown again.
        onInteractOutside={(event) => event.preventDefault()}
        footer={
          <>
            <Button variant="secondary" onClick={() => copyText(codes.join('\n'), texts.copyFailed)}>
              <Copy aria-hidden="true" />
              {texts.copy}
            </Button>
            <DialogCancel>I have kept them</DialogCancel>
          </>
        }
      >
        <ul className="grid grid-cols-1 gap-x-6 gap-y-1.5 sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>
              <code className="text-sm tabular">{code}</code>
            </li>
          ))}
        </ul>
      </DialogContent>
    </Dialog>
  );
}
