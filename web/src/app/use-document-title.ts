import { useEffect } from 'react';
import { documentTitle, type Screen } from './routes.ts';

/**
 * Names the tab and its entry in the history. The page that the server sent is named already. `business`: of several, the one that the page
 * shows, first, because tabs cut their titles.
 */
export function useDocumentTitle(screen: Screen | undefined, business: string | null = null): void {
  const title = business === null ? documentTitle(screen) : `${business} · ${documentTitle(screen)}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
}
