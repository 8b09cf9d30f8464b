import type { Platform, Post } from '@postloom/contracts';
import { createContext, useContext } from 'react';

/** What a new post starts with. */
export type ComposeStart = {
  date?: string;
  time?: string;
  caption?: string;
  photoIds?: readonly string[];
  /** From the Media Library, whose captions begin casual and with hashtags. */
  fromLibrary?: boolean;
};

/** Dialogs that belong to the shell and that pages may open. */
export type ShellActions = {
  /** The variant decides words and the pre-filled name. */
  createBusiness(variant: 'dashboard' | 'settings'): void;
  choosePlan(): void;
  /** `onMade` is told when the post was saved, as a draft too; not when the form was closed without it. */
  composePost(start?: ComposeStart, onMade?: () => void): void;
  editPost(post: Post): void;
  /** With files that were dropped or pasted on the page. */
  uploadPhotos(files?: readonly File[]): void;
  /** A week from the trade's template and the newest photos, to change and plan. */
  planWeek(): void;
  connectAccount(platform: Platform): void;
  /** The platform whose window is open. */
  connecting: Platform | null;
};

export const ShellActionsContext = createContext<ShellActions | null>(null);

export function useShellActions(): ShellActions {
  const actions = useContext(ShellActionsContext);
  if (!actions) {
    throw new Error('useShellActions is for pages inside the signed-in shell.');
  }
  return actions;
}
