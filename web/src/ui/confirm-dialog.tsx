import { AlertDialog as AlertPrimitive } from 'radix-ui';
import { useEffect, useRef, type ReactNode } from 'react';
import { cn } from '#lib/cn.ts';
import { Button, buttonStyles } from './button.tsx';
import { Opening, useFocusBack } from './focus-back.tsx';
import { overlay, sheet, sheetButtons, sheetWidths } from './sheet.ts';
import { ToastOutlet } from './toast-outlet.tsx';

export type ConfirmDialogProps = {
  open: boolean;
  onOpenChange(open: boolean): void;
  title: string;
  /** The question in full, e.g. what is deleted and what stays. */
  description: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  destructive?: boolean;
  pending?: boolean;
  /** What it asks about is still being read: it can only be left. */
  waiting?: boolean;
  /** Runs on confirm. The caller closes the dialog when the work is done. */
  onConfirm(): void;
};

/**
 * Asks before something that cannot be taken back. Focus starts on Cancel, and is there again when it still asks after the work. While
 * `pending` it stays open.
 */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel = 'Cancel',
  destructive = false,
  pending = false,
  waiting = false,
  onConfirm,
}: ConfirmDialogProps) {
  const { remember, giveBack } = useFocusBack();
  const cancel = useRef<HTMLButtonElement>(null);
  // The pressed button was disabled meanwhile, which takes its focus away.
  useEffect(() => (pending ? () => cancel.current?.focus() : undefined), [pending]);
  return (
    <AlertPrimitive.Root open={open} onOpenChange={(next) => (pending && !next ? undefined : onOpenChange(next))}>
      <AlertPrimitive.Portal>
        <AlertPrimitive.Overlay className={overlay} />
        <AlertPrimitive.Content onCloseAutoFocus={giveBack} className={cn(sheet, sheetWidths.sm, 'p-5 sm:p-6')}>
          <Opening onOpen={remember} />
          <AlertPrimitive.Title className="text-lg font-bold">{title}</AlertPrimitive.Title>
          <AlertPrimitive.Description className="mt-2 text-sm text-muted">{description}</AlertPrimitive.Description>
          <ToastOutlet />
          <div className={cn('mt-6', sheetButtons)}>
            <AlertPrimitive.Cancel ref={cancel} disabled={pending} className={buttonStyles({ variant: 'secondary' })}>
              {cancelLabel}
            </AlertPrimitive.Cancel>
            <Button variant={destructive ? 'danger' : 'primary'} pending={pending || waiting} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertPrimitive.Content>
      </AlertPrimitive.Portal>
    </AlertPrimitive.Root>
  );
}
