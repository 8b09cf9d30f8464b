import { useEffect } from 'react';
import { documentTitle, type Screen } from './routes.ts';

/** Names the tab and its entry in the history. The page that the server sent is named already. */
export function useDocumentTitle(screen: Screen | undefined): void {
  const title = documentTitle(screen);
  useEffect(() => {
    document.title = title;
  }, [title]);
}
