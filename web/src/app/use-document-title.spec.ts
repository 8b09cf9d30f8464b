import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { screenAt } from './routes.ts';
import { useDocumentTitle } from './use-document-title.ts';

it('a tab is named after its screen, of several businesses after the one that it shows as well', () => {
  const screen = screenAt('/schedule', true);
  const { rerender } = renderHook(({ business }: { business: string | null }) => useDocumentTitle(screen, business), {
    initialProps: { business: null as string | null },
  });
  expect(document.title).toBe('Schedule Posts · Postloom');
  rerender({ business: 'Studio Luna' });
  expect(document.title).toBe('Studio Luna · Schedule Posts · Postloom');
});
