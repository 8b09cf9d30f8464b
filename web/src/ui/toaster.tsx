import { X } from 'lucide-react';
import { Toast as ToastPrimitive } from 'radix-ui';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { cn } from '#lib/cn.ts';
import { Button } from './button.tsx';
import { useToastOutlets } from './toast-outlet.tsx';
import {
  dismissToast,
  TOAST_ACTION_DURATION,
  TOAST_DURATION,
  TOAST_HOTKEY,
  TOAST_RELEASE_DELAY,
  TOAST_SWIPE_THRESHOLD,
  useToasts,
} from './toast-store.ts';

const edge = { neutral: 'before:bg-woad', success: 'before:bg-moss', error: 'before:bg-madder' } as const;

/**
 * Whether somebody is at the toasts, by pointer or keyboard, or is in another window. What a finger has touched counts as hovered until it
 * touches something else.
 */
const isHeld = (list: HTMLElement): boolean =>
  !document.hasFocus() ||
  (matchMedia('(hover: hover)').matches && list.matches(':hover')) ||
  list.matches(':focus-visible') ||
  list.querySelector(':focus-visible') !== null;

/**
 * Ends a toast after its time, or soon after nobody holds it any more. That is asked when it matters: Radix counts what comes and goes
 * instead, and a toast that is taken away, or moved into a dialog, beneath the pointer would stop the clock of all later ones.
 */
function useEnding(list: RefObject<HTMLElement | null>): void {
  const shown = useToasts().find(({ open }) => open);
  useEffect(() => {
    if (!shown) {
      return undefined;
    }
    const end = () => {
      if (list.current && isHeld(list.current)) {
        timer = setTimeout(end, TOAST_RELEASE_DELAY);
      } else {
        dismissToast(shown.id);
      }
    };
    let timer = setTimeout(end, shown.action ? TOAST_ACTION_DURATION : TOAST_DURATION);
    return () => clearTimeout(timer);
  }, [shown, list]);
}

/** Gives the focus back to what had it before a toast, which goes; where that has gone too, to what the toast lies in. */
function useFocusBeforeToast(list: RefObject<HTMLElement | null>, outlet: HTMLElement | undefined): () => void {
  const before = useRef<HTMLElement | null>(null);
  useEffect(() => {
    // Around the list lie places for the Tab key, which pass the focus on to a toast.
    const region = list.current?.parentElement;
    let isAway = false;
    const remember = ({ relatedTarget }: FocusEvent) => {
      if (!isAway && !(relatedTarget instanceof Node && region?.contains(relatedTarget))) {
        before.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
      }
      isAway = false;
    };
    // With its window: the focus comes back with it, from nowhere.
    const leave = () => {
      isAway = !document.hasFocus();
    };
    region?.addEventListener('focusin', remember);
    region?.addEventListener('focusout', leave);
    return () => {
      region?.removeEventListener('focusin', remember);
      region?.removeEventListener('focusout', leave);
    };
  }, [list, outlet]);
  return () => {
    const { activeElement } = document;
    if (list.current?.contains(activeElement)) {
      const around = list.current.closest<HTMLElement>('[data-modal]') ?? document.querySelector('main');
      const target = before.current?.isConnected ? before.current : around;
      target?.focus({ preventScroll: true });
    }
  };
}

/** Milliseconds in which a dialog that opens is what the toast is about: the steps of 'Setup Required' come up with its toast. */
const TOGETHER_MS = 500;

/**
 * Where the toast lies: in the topmost of the dialogs that it came up over. What opens later is about something else, and the toast stays
 * behind it, where it was announced.
 */
function useOutlet(outlets: readonly HTMLElement[]): HTMLElement | undefined {
  const id = useToasts().find(({ open }) => open)?.id;
  const now = useRef(outlets);
  const [known, setKnown] = useState({ id: 0, outlets });
  useEffect(() => {
    now.current = outlets;
  }, [outlets]);
  useEffect(() => {
    if (id === undefined) {
      return undefined;
    }
    const timer = setTimeout(() => setKnown({ id, outlets: now.current }), TOGETHER_MS);
    return () => clearTimeout(timer);
  }, [id]);
  return outlets.findLast((outlet) => known.id !== id || known.outlets.includes(outlet));
}

/** The place where toasts appear. Once, near the root. Hover and focus hold them; F8 moves the focus here. */
export function Toaster() {
  const toasts = useToasts();
  const outlets = useToastOutlets();
  const outlet = useOutlet(outlets);
  const list = useRef<HTMLOListElement>(null);
  useEnding(list);
  const giveBack = useFocusBeforeToast(list, outlet);
  return (
    <ToastPrimitive.Provider duration={Infinity} swipeDirection="right" swipeThreshold={TOAST_SWIPE_THRESHOLD}>
      {toasts.map(({ id, open, title, description, tone = 'neutral', action }) => (
        <ToastPrimitive.Root
          key={id}
          open={open}
          onOpenChange={(next) => {
            if (!next) {
              dismissToast(id);
              giveBack();
            }
          }}
          type={tone === 'error' ? 'foreground' : 'background'}
          className={cn(
            'relative flex w-full animate-in-rise items-start gap-3 overflow-hidden rounded-card border border-line bg-cloth py-3 pr-3 pl-5 shadow-lift before:absolute before:inset-y-0 before:left-0 before:w-1.5 data-[state=closed]:hidden data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
            edge[tone],
          )}
        >
          {/* A long action goes below the text instead of squeezing it. */}
          <div className="flex flex-1 flex-wrap gap-x-3 gap-y-2 self-center">
            <div className="grid w-40 grow gap-0.5 self-center">
              <ToastPrimitive.Title className="text-sm font-bold">{title}</ToastPrimitive.Title>
              {description ? (
                <ToastPrimitive.Description className="text-sm text-muted">{description}</ToastPrimitive.Description>
              ) : null}
            </div>
            {action ? (
              <ToastPrimitive.Action altText={action.label} asChild>
                <Button variant="secondary" size="sm" onClick={action.onSelect}>
                  {action.label}
                </Button>
              </ToastPrimitive.Action>
            ) : null}
          </div>
          <ToastPrimitive.Close asChild>
            <Button variant="ghost" size="icon-sm" aria-label="Dismiss" className="text-muted">
              <X aria-hidden="true" />
            </Button>
          </ToastPrimitive.Close>
        </ToastPrimitive.Root>
      ))}
      {outlet ? (
        createPortal(
          <ToastPrimitive.Viewport
            ref={list}
            hotkey={TOAST_HOTKEY}
            className="mt-2 flex flex-col px-4 pb-3 outline-none empty:hidden"
          />,
          outlet,
        )
      ) : (
        <ToastPrimitive.Viewport
          ref={list}
          hotkey={TOAST_HOTKEY}
          className={cn(
            // Above a bar of buttons that is docked at the lower edge, which takes two lines on a phone.
            'fixed right-0 bottom-0 z-70 flex w-full max-w-md flex-col gap-2 p-4 pb-[max(1rem,env(safe-area-inset-bottom))] outline-none in-[:root:has([data-docked])]:bottom-14 max-sm:in-[:root:has([data-docked])]:bottom-28',
            outlets.length > 0 && 'z-40',
          )}
        />
      )}
    </ToastPrimitive.Provider>
  );
}
