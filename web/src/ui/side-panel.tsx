import { Dialog as DialogPrimitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { Opening, useFocusBack } from './focus-back.tsx';
import { overlay } from './sheet.ts';

/** A dialog from the left edge: the navigation on phones. Its title is for screen readers. */
export function SidePanelContent({ title, children }: { title: string; children: ReactNode }) {
  const { remember, giveBack } = useFocusBack();
  return (
    <DialogPrimitive.Portal>
      <DialogPrimitive.Overlay className={overlay} />
      <DialogPrimitive.Content
        data-modal=""
        aria-describedby={undefined}
        onCloseAutoFocus={giveBack}
        className="fixed inset-y-0 left-0 z-50 flex w-[min(20rem,86vw)] animate-in-side flex-col overflow-y-auto border-r border-line bg-cloth shadow-lift focus:outline-none"
      >
        <Opening onOpen={remember} />
        <DialogPrimitive.Title className="sr-only">{title}</DialogPrimitive.Title>
        {children}
      </DialogPrimitive.Content>
    </DialogPrimitive.Portal>
  );
}
