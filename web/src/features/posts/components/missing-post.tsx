import type { Business } from '@postloom/contracts';
import { texts as commonTexts } from '#lib/texts.ts';
import { Button, DialogCancel } from '#ui/index.ts';
import { missingPostTexts as texts } from '../texts.ts';

/** Where a post is that the shown business does not have; null: nowhere the person may look. */
export function MissingPost({ home }: { home: Business | null }) {
  return (
    <div role="status" className="grid justify-items-center gap-1 py-6 text-center">
      <p className="text-lg font-bold wrap-anywhere">{home ? texts.elsewhere(home.name) : texts.gone.title}</p>
      <p className="max-w-[52ch] text-sm text-muted">{home ? texts.elsewhereWhy : texts.gone.text}</p>
    </div>
  );
}

export type MissingPostWays = {
  home: Business | null;
  switching: boolean;
  onSwitchBusiness(businessId: string): void;
};

/** The way on: to the post's business, or back to the page. */
export function MissingPostActions({ home, switching, onSwitchBusiness }: MissingPostWays) {
  return (
    <>
      <DialogCancel>Close</DialogCancel>
      {home ? (
        <Button
          className="h-auto min-h-10 py-2 whitespace-normal wrap-anywhere"
          pending={switching}
          pendingText={texts.switching}
          onClick={() => onSwitchBusiness(home.id)}
        >
          {commonTexts.switchTo(home.name)}
        </Button>
      ) : null}
    </>
  );
}
