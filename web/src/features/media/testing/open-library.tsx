import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { createQueryClient } from '#lib/api/index.ts';
import { MediaLibrary, type MediaLibraryProps } from '../components/media-library.tsx';

/** A screen for every test of a file: the document of the tests has no layout of its own. */
export function libraryScreen(): void {
  beforeEach(() => {
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1200);
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(224);
    vi.stubGlobal('scrollTo', () => undefined);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
}

/** The library at this address, as soon as its heading is there. */
export async function openLibrary(
  address = '/media',
  props: Partial<MediaLibraryProps> = {},
  client = createQueryClient(),
): Promise<void> {
  history.replaceState(null, '', address);
  render(
    <QueryClientProvider client={client}>
      <MediaLibrary
        businessId="00000000-0000-4000-8000-00000000000a"
        timeZone="UTC"
        onUpload={() => undefined}
        onUploadHover={() => undefined}
        onCreatePost={() => undefined}
        altTextTool={() => null}
        {...props}
      />
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { name: 'Media Library' });
}
