import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import UploadDialog from './components/upload-dialog.tsx';
import { aFile } from './testing/held-uploads.ts';
import { uppyOf, type PhotoUppy } from './uppy.ts';

vi.mock('@uppy/golden-retriever', () => import('./testing/no-retriever.ts'));

const fetched = stubbedFetch();
const link = 'https://app.example.com/media?photo=1';
const written = vi.fn<(text: string) => Promise<void>>();
let uppy: PhotoUppy;

beforeEach(() => {
  fetched.mockImplementation(() => Promise.resolve(Response.json({ toStorage: false, partsFromBytes: 1 })));
  vi.stubGlobal('navigator', { ...navigator, onLine: true, clipboard: { writeText: written } });
  const client = createQueryClient();
  uppy = uppyOf('b', client);
  render(
    <QueryClientProvider client={client}>
      <UploadDialog open onOpenChange={() => undefined} businessId="b" theme="light" />
    </QueryClientProvider>,
  );
  uppy.addFile({ name: 'loaf.jpg', type: 'image/jpeg', data: aFile('loaf.jpg'), source: 'page' } as never);
  const [file] = uppy.getFiles();
  uppy.emit('upload-success', file, { status: 200, body: {}, uploadURL: link });
});
afterEach(() => {
  uppy.destroy();
  vi.restoreAllMocks();
});

const press = async () => fireEvent.click(await screen.findByRole('button', { name: 'Copy link' }));

describe('the link of a photo that has arrived', () => {
  it('is copied, and the widget says so', async () => {
    written.mockResolvedValue();
    await press();
    expect(written.mock.calls).toEqual([[link]]);
    await vi.waitFor(() =>
      expect(uppy.getState().info).toMatchObject([{ message: 'Link copied to clipboard.', type: 'info' }]),
    );
  });

  it('is shown to be copied by hand where the browser does not allow it', async () => {
    written.mockRejectedValue(new DOMException('', 'NotAllowedError'));
    const asked = vi.fn();
    vi.stubGlobal('prompt', asked);
    await press();
    await vi.waitFor(() => expect(asked).toHaveBeenCalledWith('Copy the URL below', link));
    expect(uppy.getState().info).toEqual([]);
  });
});
