import { X } from 'lucide-react';
import { AlertDialog as AlertPrimitive, Dialog as DialogPrimitive } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { Button, buttonStyles } from './button.tsx';

export const Dialog = DialogPrimitive.Root;
export const DialogTrigger = DialogPrimitive.Trigger;
export const DialogClose = DialogPrimitive.Close;

const overlay = 'fixed inset-0 z-50 animate-in-fade bg-overlay backdrop-blur-[2px]';
/** On a phone a sheet that rises from the bottom edge, from 640 px a centred card. */
const sheet =
  'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] animate-in-sheet flex-col overflow-hidden rounded-t-card border border-line bg-cloth pb-[env(safe-area-inset-bottom)] shadow-lift focus:outline-none sm:inset-0 sm:m-auto sm:h-fit sm:max-h-[min(90dvh,56rem)] sm:animate-in-rise sm:rounded-card sm:pb-0';

const widths = { sm: 'sm:max-w-md', md: 'sm:max-w-xl', lg: 'sm:max-w-3xl', xl: 'sm:max-w-5xl' } as const;

export type DialogContentProps = Omit<ComponentProps<typeof DialogPrimitive.Content>, 'title'> & {
  title: ReactNode;
  description?: ReactNode;
  /** Keeps title and description for screen readers only. */
  titleHidden?: boolean;
  width?: keyof typeof widths;
  /** Buttons that stay in view under the scrolling body. */
  footer?: ReactNode;
  /** Body without padding, for content that draws to the edge. */
  flush?: boolean;
};

export function DialogContent({
  title,
  description,
  titleHidden = false,
  width = 'md',
  footer,
  flush = false,
  className,
  children,
  ...rest
}: DialogContentProps) {
  return (
    <DialogPrimitive.Portal>
      <DialogPrimitive.Overlay className={overlay} />
      <DialogPrimitive.Content
        className={cn(sheet, widths[width], className)}
        {...(description ? {} : { 'aria-describedby': undefined })}
        {...rest}
      >
        <div aria-hidden="true" className="mx-auto mt-2 h-1 w-10 shrink-0 rounded-full bg-line sm:hidden" />
        <div className={cn('flex items-start justify-between gap-4 px-5 pt-3 pb-3 sm:px-6 sm:pt-5', titleHidden && 'sr-only')}>
          <div className="grid gap-1">
            <DialogPrimitive.Title className="text-xl font-bold">{title}</DialogPrimitive.Title>
            {description ? (
              <DialogPrimitive.Description className="max-w-[60ch] text-sm text-muted">{description}</DialogPrimitive.Description>
            ) : null}
          </div>
          <DialogPrimitive.Close asChild>
            <Button variant="ghost" size="icon-sm" aria-label="Close" className="-mr-1.5 text-muted">
              <X aria-hidden="true" />
            </Button>
          </DialogPrimitive.Close>
        </div>
        <div className={cn('min-h-0 flex-1 overflow-y-auto overscroll-contain', !flush && 'px-5 pt-1 pb-5 sm:px-6 sm:pb-6')}>{children}</div>
        {footer ? (
          <div className="flex flex-col-reverse gap-2 border-t border-line bg-sunken px-5 py-3 sm:flex-row sm:justify-end sm:px-6">{footer}</div>
        ) : null}
      </DialogPrimitive.Content>
    </DialogPrimitive.Portal>
  );
}

/** A dialog from the left edge: the navigation on phones. */
export function SidePanelContent({ title, className, children, ...rest }: Omit<DialogContentProps, 'width' | 'footer' | 'flush'>) {
  return (
    <DialogPrimitive.Portal>
      <DialogPrimitive.Overlay className={overlay} />
      <DialogPrimitive.Content
        aria-describedby={undefined}
        className={cn(
          'fixed inset-y-0 left-0 z-50 flex w-[min(20rem,86vw)] animate-in-side flex-col overflow-y-auto border-r border-line bg-cloth shadow-lift focus:outline-none',
          className,
        )}
        {...rest}
      >
        <DialogPrimitive.Title className="sr-only">{title}</DialogPrimitive.Title>
        {children}
      </DialogPrimitive.Content>
    </DialogPrimitive.Portal>
  );
}

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
  /** Runs on confirm. The caller closes the dialog when the work is done. */
  onConfirm(): void;
};

/** Asks before something that cannot be taken back. Focus starts on Cancel. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel = 'Cancel',
  destructive = false,
  pending = false,
  onConfirm,
}: ConfirmDialogProps) {
  return (
    <AlertPrimitive.Root open={open} onOpenChange={onOpenChange}>
      <AlertPrimitive.Portal>
        <AlertPrimitive.Overlay className={overlay} />
        <AlertPrimitive.Content className={cn(sheet, widths.sm, 'p-5 sm:p-6')}>
          <AlertPrimitive.Title className="text-lg font-bold">{title}</AlertPrimitive.Title>
          <AlertPrimitive.Description className="mt-2 text-sm text-muted">{description}</AlertPrimitive.Description>
          <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
            <AlertPrimitive.Cancel className={buttonStyles({ variant: 'secondary' })}>{cancelLabel}</AlertPrimitive.Cancel>
            <Button variant={destructive ? 'danger' : 'primary'} pending={pending} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertPrimitive.Content>
      </AlertPrimitive.Portal>
    </AlertPrimitive.Root>
  );
}
