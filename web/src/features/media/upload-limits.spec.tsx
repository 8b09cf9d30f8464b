import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { limitReached, type Business } from '@postloom/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PageContextProvider } from '#data/page-context.tsx';
import { ada } from '#data/testing/people.ts';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { currentToasts } from '#ui/toast-store.ts';
import { DashboardUploadCard } from './components/dashboard-upload-card.tsx';
import { PhotoPicker } from './components/photo-picker.tsx';
import UploadDialog from './components/upload-dialog.tsx';
import { aFile, heldUploads } from './testing/held-uploads.ts';
import { uppyOf } from './uppy.ts';

vi.mock('@uppy/golden-retriever', () => import('./testing/no-retriever.ts'));

const fetched = stubbedFetch();
const sent = heldUploads();
const bakery = { id: '00000000-0000-4000-8000-00000000000a', name: 'Marlow Bakehouse' } as Business;

beforeEach(() => {
  fetched.mockImplementation(() => Promise.resolve(Response.json([])));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const nothing = () => undefined;
const surfaces = {
  dashboard: <DashboardUploadCard businessId={bakery.id} />,
  picker: <PhotoPicker businessId={bakery.id} value={[]} full={false} onToggle={nothing} onUploaded={nothing} />,
};

function show(surface: keyof typeof surfaces) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PageContextProvider value={{ user: ada, business: bakery, businesses: [bakery] }}>
        {surfaces[surface]}
      </PageContextProvider>
    </QueryClientProvider>,
  );
}
const choose = (label: string, count: number) =>
  fireEvent.change(screen.getByLabelText(label), {
    target: { files: Array.from({ length: count }, (_, index) => aFile(`${index + 1}.jpg`)) },
  });

describe('a queue of uploads', () => {
  it.each([
    ['dashboard', 'Browse files', 8],
    ['picker', 'Upload', 10],
  ] as const)('takes no more on the %s than it has room for, and none of too many', (surface, label, limit) => {
    show(surface);
    choose(label, limit + 1);
    expect(sent).toHaveLength(0);
    expect(currentToasts()[0]).toMatchObject({
      title: 'Too many files',
      description: `Maximum ${limit} files allowed`,
    });
    choose(label, limit);
    expect(screen.getAllByRole('button', { name: /^Remove \d+\.jpg$/ })).toHaveLength(limit);
  });

  it('shows what has arrived for 3 seconds more', async () => {
    vi.useFakeTimers();
    show('dashboard');
    choose('Browse files', 1);
    await sent[0]?.arrive();
    expect(currentToasts()[0]).toMatchObject({ title: 'Success', description: 'Photo uploaded successfully!' });
    await act(() => vi.advanceTimersByTimeAsync(2_999));
    expect(screen.getByText('1.jpg')).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(screen.queryByText('1.jpg')).toBeNull();
  });
});

describe('the upload widget', () => {
  async function aWidget() {
    const { default: Dashboard } = await import('@uppy/dashboard');
    const uppy = uppyOf(crypto.randomUUID(), createQueryClient());
    uppy.use(Dashboard, { inline: true, target: document.body });
    const add = (...files: File[]) =>
      uppy.addFiles(files.map((data) => ({ name: data.name, type: data.type, data, source: 'page' }) as never));
    return { uppy, add, told: () => uppy.getState().info };
  }

  it('names the files of which nothing is sent any more, for 5 seconds, and not again meanwhile', async () => {
    const { uppy, add, told } = await aWidget();
    vi.useFakeTimers();
    add(aFile('loaf.jpg'), aFile('roll.jpg'));
    const uploaded = uppy.upload();
    await vi.advanceTimersByTimeAsync(29_999);
    expect(told()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(told()).toEqual([{ type: 'warning', message: expect.any(String), details: 'loaf.jpg' }]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(told()).toEqual([]);
    uppy.cancelAll();
    await uploaded;
    uppy.destroy();
  });

  it('leads to the plans when there is no room for a photo, and out of the way', async () => {
    history.replaceState(null, '', '/media');
    const client = createQueryClient();
    const onOpenChange = vi.fn();
    render(
      <QueryClientProvider client={client}>
        <UploadDialog open onOpenChange={onOpenChange} businessId={bakery.id} theme="light" />
      </QueryClientProvider>,
    );
    const uppy = uppyOf(bakery.id, client);
    uppy.addFile({ name: 'loaf.jpg', type: 'image/jpeg', data: aFile('loaf.jpg'), source: 'page' } as never);
    const uploaded = uppy.upload();
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    await sent[0]?.refuse(403, 'upgrade_required', limitReached.storage);
    await uploaded;
    expect(screen.getByText(limitReached.storage)).toBeVisible();
    fireEvent.click(screen.getByRole('link', { name: 'See plans' }));
    expect(`${location.pathname}${location.hash}`).toBe('/settings#subscription');
    expect(onOpenChange).toHaveBeenCalledWith(false);
    onOpenChange.mockClear();
    act(() => history.pushState(null, '', '/schedule'));
    expect(onOpenChange).toHaveBeenCalledWith(false);
    uppy.destroy();
  });

  it.each([
    ['Could not create thumbnail', 'error'],
    ['cannot read image, probably an svg with external resources', 'load'],
  ])('says of a picture that cannot be shown: %s', async (sentence, becomes) => {
    class Picture extends EventTarget {
      width = 400;
      height = 300;
      onload = null;
      set src(_url: string) {
        queueMicrotask(() => this.dispatchEvent(new Event(becomes)));
      }
    }
    vi.stubGlobal('Image', Picture);
    URL.createObjectURL = () => 'blob:loaf';
    URL.revokeObjectURL = nothing;
    const drawing = new Proxy({}, { get: () => nothing, set: () => true });
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(drawing as never);
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) => take(null));
    const { uppy, add } = await aWidget();
    const failed = new Promise((resolve) =>
      uppy.on('thumbnail:error' as never, ((_file: unknown, error: Error) => resolve(error.message)) as never),
    );
    add(aFile('loaf.jpg'));
    expect(await failed).toBe(sentence);
    // An icon stands in for it.
    expect(uppy.getFiles()[0]?.preview).toBeUndefined();
    uppy.destroy();
  });
});
