import { act } from '@testing-library/react';
import { afterEach, beforeEach, vi, type Mock } from 'vitest';
import { clearToasts } from '#ui/toast-store.ts';

/** `fetch` of every test of a file, without an answer until the test gives one. What the page told is gone after each. */
export function stubbedFetch(): Mock<typeof fetch> {
  const fetched = vi.fn<typeof fetch>();
  beforeEach(() => {
    fetched.mockReset();
    vi.stubGlobal('fetch', fetched);
  });
  afterEach(() => {
    act(() => clearToasts());
    vi.unstubAllGlobals();
  });
  return fetched;
}
