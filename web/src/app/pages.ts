import { createElement, type ComponentType, type ReactNode } from 'react';
import { fetchAhead, lazily, prefetch } from '#lib/lazily.ts';
import { fetchPageCode, prefetchWhenIdle } from './page-code.ts';
import { screenAt, screens, type Screen } from './routes.ts';

/** Code of the screens by file, each its own chunk. */
const files = import.meta.glob<{ default: () => ReactNode }>([
  './pages/*-page.tsx',
  '../features/*/components/*-page.tsx',
]);

function loaderOf(module: string): () => Promise<{ default: () => ReactNode }> {
  const load = files[module.startsWith('app/') ? `./${module.slice('app/'.length)}` : `../${module}`];
  if (!load) {
    throw new Error(`No page has the code ${module}.`);
  }
  return load;
}

const pageOf = (module: string): ComponentType => lazily(loaderOf(module), fetchPageCode);
const components = new Map(screens.map((screen) => [screen, pageOf(screen.module)]));
const NotFoundPage = pageOf('app/pages/not-found-page.tsx');

/** A screen's page, once its code is here; without a screen, the page for unknown paths. */
export function Page({ screen }: { screen: Screen | undefined }): ReactNode {
  return createElement((screen && components.get(screen)) ?? NotFoundPage);
}

/** Fetches a page's code before it is asked for: on hover and on focus of its link. */
export function prefetchPage(path: string): void {
  const screen = screenAt(path, true);
  if (screen) {
    void prefetch(loaderOf(screen.module));
  }
}

/** Fetches the page that a member begins with, to be shown with the first render. */
export async function fetchFirstPage(path: string): Promise<void> {
  const screen = screenAt(path, true);
  await (screen && fetchAhead(loaderOf(screen.module)));
}

/** Fetches the code of every page of the product while nothing else is to do, so that each opens at once and without a network. */
export function prefetchPagesWhenIdle(): () => void {
  return prefetchWhenIdle(
    screens.filter(({ audience }) => audience === 'members').map(({ module }) => loaderOf(module)),
  );
}
