import { cloneElement, Suspense, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import type { ButtonProps } from './button.tsx';

export type DeferredMenuProps = {
  /** The button; it is there at once. */
  trigger: ReactElement<ButtonProps>;
  /** Starts fetching the menu's code: on hover and on focus. */
  prefetch(): void;
  /** What opens: a menu (the default) or a small dialog. */
  popup?: 'menu' | 'dialog';
  /** The menu around the trigger, open from the start; rendered when it is first asked for. */
  children(trigger: ReactElement<ButtonProps>): ReactNode;
};

/** A menu whose code arrives with the first use of its button. */
export function DeferredMenu({ trigger, prefetch, popup = 'menu', children }: DeferredMenuProps) {
  const [wanted, setWanted] = useState(false);
  const closed = cloneElement(trigger, {
    'aria-haspopup': popup,
    'aria-expanded': false,
    onClick: () => setWanted(true),
    onPointerEnter: prefetch,
    onFocus: prefetch,
    onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => {
      if (event.key === 'ArrowDown') {
        event.preventDefault();
        setWanted(true);
      }
    },
  });
  return wanted ? <Suspense fallback={closed}>{children(trigger)}</Suspense> : closed;
}
