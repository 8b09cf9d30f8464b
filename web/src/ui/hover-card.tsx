import { Popover as PopoverPrimitive } from 'radix-ui';
import { useMemo, type ReactNode } from 'react';

/** Pixels beside an element that the card and its distance from the edges take. */
const ROOM = 312;

/** More about an element, beside it, while it has the pointer or the focus. Escape hides it; it takes no focus. */
export function HoverCard({
  anchor,
  onEnter,
  onLeave,
  onDismiss,
  children,
}: {
  anchor: HTMLElement;
  /** The pointer may go over to the card without losing it. */
  onEnter(): void;
  onLeave(): void;
  onDismiss(): void;
  children: ReactNode;
}) {
  const virtual = useMemo(() => ({ current: anchor }), [anchor]);
  const { left, right } = anchor.getBoundingClientRect();
  return (
    <PopoverPrimitive.Root open>
      <PopoverPrimitive.Anchor virtualRef={virtual} />
      <PopoverPrimitive.Portal>
        <PopoverPrimitive.Content
          role="tooltip"
          side={Math.max(left, innerWidth - right) < ROOM ? 'bottom' : 'right'}
          align="start"
          sideOffset={8}
          collisionPadding={12}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onEscapeKeyDown={onDismiss}
          onPointerEnter={onEnter}
          onPointerLeave={onLeave}
          className="z-50 w-72 max-w-[calc(100vw-1.5rem)] animate-in-fade overflow-hidden rounded-card border border-line bg-cloth shadow-lift"
        >
          {children}
        </PopoverPrimitive.Content>
      </PopoverPrimitive.Portal>
    </PopoverPrimitive.Root>
  );
}
