import type { ReactNode } from 'react';
import { Button } from './button.tsx';

export type SaveRowProps = {
  label: string;
  isDirty: boolean;
  pending: boolean;
  disabled?: boolean;
  /** Another way out of the form. */
  children?: ReactNode;
};

/** The foot of a form that stays on its page: whether it has changes, and the button that saves them. */
export function SaveRow({ label, isDirty, pending, disabled, children }: SaveRowProps) {
  return (
    <div className="flex items-center justify-end gap-4">
      {isDirty ? <span className="text-sm text-muted">Not saved yet</span> : null}
      {children}
      <Button type="submit" disabled={disabled} pending={pending} pendingText="Saving...">
        {label}
      </Button>
    </div>
  );
}
