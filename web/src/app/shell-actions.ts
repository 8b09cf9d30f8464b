import { createContext, useContext } from 'react';

/** Dialogs that belong to the shell and that pages may open. */
export type ShellActions = {
  /** The variant decides words and the pre-filled name. */
  createBusiness(variant: 'dashboard' | 'settings'): void;
  choosePlan(): void;
};

export const ShellActionsContext = createContext<ShellActions | null>(null);

export function useShellActions(): ShellActions {
  const actions = useContext(ShellActionsContext);
  if (!actions) throw new Error('useShellActions is for pages inside the signed-in shell.');
  return actions;
}
