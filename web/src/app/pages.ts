import { createElement, lazy, type ComponentType, type LazyExoticComponent, type ReactNode } from 'react';
import { fetchPageCode, prefetchWhenIdle } from './page-code.ts';
import { screenAt, screens, type Screen } from './routes.ts';

/** Code of the screens by file, each its own chunk. */
const files = import.meta.glob<{ default: ComponentType }>([
  './pages/*-page.tsx',
  '../features/*/components/*-page.tsx',
]);

function loaderOf(module: string): () => Promise<{ default: ComponentType }> {
  const load = files[module.startsWith('app/') ? `./${module.slice('app/'.length)}` : `../${module}`];
  if (!load) {
    throw new Error(`No page has the code ${module}.`);
  }
  return load;
}

const components = new Map<Screen, LazyExoticComponent<ComponentType>>(
  screens.map((screen) => [screen, lazy(() => fetchPageCode(loaderOf(screen.module)))]),
);
const NotFoundPage = lazy(() => fetchPageCode(loaderOf('app/pages/not-found-page.tsx')));

/** A screen's page, once its code is here; without a screen, the page for unknown paths. */
export function Page({ screen }: { screen: Screen | undefined }): ReactNode {
  return createElement((screen && components.get(screen)) ?? NotFoundPage);
}

/** Fetches a page's code before it is asked for: on hover and on focus of its link. */
export function prefetchPage(path: string): void {
  const screen = screenAt(path, true);
  // A failed prefetch is tried again, and reported, when the page is opened.
  if (screen) {
    loaderOf(screen.module)().catch(() => undefined);
  }
}

/** Fetches the code of every page of the product while nothing else is to do, so that each opens at once and without a network. */
export function prefetchPagesWhenIdle(): () => void {
  return prefetchWhenIdle(
    screens.filter(({ audience }) => audience === 'members').map(({ module }) => loaderOf(module)),
  );
}
