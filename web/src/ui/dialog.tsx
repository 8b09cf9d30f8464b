import { X } from 'lucide-react';
import { Dialog as DialogPrimitive } from 'radix-ui';
import { createContext, use, type ComponentProps, type ReactNode } from 'react';
import { cn } from '#lib/cn.ts';
import { Button } from './button.tsx';
import { Opening, useFocusBack } from './focus-back.tsx';
import { overlay, sheet, sheetButtons, sheetWidths } from './sheet.ts';
import { ToastOutlet } from './toast-outlet.tsx';
import { hasCoarsePointer } from './touch.ts';

/** Whether the dialog around is saving. */
const Busy = createContext(false);

export type DialogProps = ComponentProps<typeof DialogPrimitive.Root> & {
  /** While it saves: Escape, a click outside and the cross leave it open until the answer is there. */
  busy?: boolean;
};

export function Dialog({ busy = false, onOpenChange, ...rest }: DialogProps) {
  return (
    <Busy value={busy}>
      <DialogPrimitive.Root
        {...rest}
        onOpenChange={(open) => {
          if (open || !busy) {
            onOpenChange?.(open);
          }
        }}
      />
    </Busy>
  );
}

/** 'Cancel' in the footer: closes the dialog, except while it saves. */
export function DialogCancel({
  children = 'Cancel',
  onClick,
}: {
  children?: ReactNode;
  onClick?: (() => void) | undefined;
}) {
  return (
    <DialogPrimitive.Close asChild>
      <Button variant="secondary" disabled={use(Busy)} onClick={onClick}>
        {children}
      </Button>
    </DialogPrimitive.Close>
  );
}

export type DialogContentProps = Omit<ComponentProps<typeof DialogPrimitive.Content>, 'title'> & {
  title: ReactNode;
  description?: ReactNode;
  /** Keeps title and description for screen readers only. */
  titleHidden?: boolean;
  width?: keyof typeof sheetWidths;
  /** Buttons that stay in view under the scrolling body. */
  footer?: ReactNode;
  /** Body without padding, for content that draws to the edge. */
  flush?: boolean;
};

/** On touch, the first field would bring up the keyboard over what the dialog shows: the dialog itself takes the focus. */
function focusWithoutKeyboard(event: Event): void {
  if (hasCoarsePointer() && event.currentTarget instanceof HTMLElement) {
    event.preventDefault();
    event.currentTarget.focus();
  }
}

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
  const { remember, giveBack } = useFocusBack();
  return (
    <DialogPrimitive.Portal>
      <DialogPrimitive.Overlay className={overlay} />
      <DialogPrimitive.Content
        data-modal=""
        className={cn(sheet, sheetWidths[width], className)}
        onOpenAutoFocus={focusWithoutKeyboard}
        onCloseAutoFocus={giveBack}
        {...(description ? {} : { 'aria-describedby': undefined })}
        {...rest}
      >
        <Opening onOpen={remember} />
        <div aria-hidden="true" className="mx-auto mt-2 h-1 w-10 shrink-0 rounded-full bg-line sm:hidden" />
        <div className={cn('px-5 pt-3 pr-14 pb-3 sm:px-6 sm:pt-5 sm:pr-16', titleHidden && 'sr-only')}>
          <div className="grid gap-1">
            <DialogPrimitive.Title className="text-xl font-bold">{title}</DialogPrimitive.Title>
            {description ? (
              <DialogPrimitive.Description className="max-w-[60ch] text-sm text-muted">
                {description}
              </DialogPrimitive.Description>
            ) : null}
          </div>
        </div>
        <div
          className={cn(
            // `relative`: what is only for screen readers scrolls with the body, and does not make the dialog itself longer.
            'relative min-h-0 flex-1 overflow-y-auto overscroll-contain',
            !flush && 'px-5 pt-1 pb-5 sm:px-6 sm:pb-6',
          )}
        >
          {children}
        </div>
        <ToastOutlet />
        {footer ? (
          <div className={cn(sheetButtons, 'border-t border-line bg-sunken px-5 py-3 sm:px-6')}>{footer}</div>
        ) : null}
        {/* Last in the document, so that the focus starts in the content. */}
        <DialogPrimitive.Close asChild>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label="Close"
            disabled={use(Busy)}
            className={cn(
              'absolute top-4 right-4 text-muted',
              titleHidden && 'sr-only focus:not-sr-only focus:absolute',
            )}
          >
            <X aria-hidden="true" />
          </Button>
        </DialogPrimitive.Close>
      </DialogPrimitive.Content>
    </DialogPrimitive.Portal>
  );
}
