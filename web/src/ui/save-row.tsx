import { useRef, type ReactNode } from 'react';
import { Button, type ButtonProps } from './button.tsx';

export type SaveRowProps = {
  label: string;
  isDirty: boolean;
  pending: boolean;
  disabled?: boolean;
  variant?: ButtonProps['variant'];
  /** Gives the changes up. */
  onDiscard?(): void;
  /** Another way out of the form. */
  children?: ReactNode;
};

/** The foot of a form that stays on its page: whether it has changes, and the button that saves them. */
export function SaveRow({ label, isDirty, pending, disabled, variant, onDiscard, children }: SaveRowProps) {
  const save = useRef<HTMLButtonElement>(null);
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
      {isDirty ? <span className="text-sm text-muted">Not saved yet</span> : null}
      {children}
      {isDirty && onDiscard ? (
        <Button
          variant="ghost"
          disabled={pending}
          onClick={() => {
            onDiscard();
            save.current?.focus();
          }}
        >
          Discard changes
        </Button>
      ) : null}
      <Button ref={save} type="submit" variant={variant} idle={disabled} pending={pending} pendingText="Saving...">
        {label}
      </Button>
    </div>
  );
}
