import { useEffect, useEffectEvent } from 'react';
import { unfinishedTexts } from './unfinished-texts.ts';
import { sayUnfinished, unfinishedUploads } from './unfinished-uploads.ts';

/** Businesses that this page has asked about. */
const asked = new Set<string>();

/** Says once for each business which photos a page before this one did not send, and leads to the dialog that has them. */
export function useUnfinishedUploads(businessId: string | null, onOpen: () => void): void {
  const open = useEffectEvent(onOpen);
  useEffect(() => {
    if (businessId === null || asked.has(businessId)) {
      return;
    }
    asked.add(businessId);
    void unfinishedUploads(businessId).then(
      (count) => {
        if (count > 0) {
          const { title, description, show } = unfinishedTexts;
          sayUnfinished(businessId, {
            ...{ title, description: description(count) },
            action: { label: show, onSelect: () => open() },
          });
        }
      },
      () => undefined, // what cannot be read cannot be restored either
    );
  }, [businessId]);
}
