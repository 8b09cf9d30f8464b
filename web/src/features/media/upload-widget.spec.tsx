import { QueryClientProvider } from '@tanstack/react-query';
import ThumbnailGenerator from '@uppy/thumbnail-generator';
import { strToU8, zipSync } from 'fflate';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PageContextProvider } from '#data/page-context.tsx';
import { aBakery, aStudio } from '#data/testing/businesses.ts';
import { ada } from '#data/testing/people.ts';
import { photoId } from '#data/testing/photos.ts';
import { createQueryClient } from '#lib/api/index.ts';
import { MAX_PHOTO_BYTES, uploadMessages } from '#lib/contract-data.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import UploadDialog from './components/upload-dialog.tsx';
import { aFile, heldUploads } from './testing/held-uploads.ts';
import { uploadEngine } from './upload-engine.ts';
import { uppyOf, type PhotoUppy } from './uppy.ts';

vi.mock('@uppy/golden-retriever', () => import('./testing/no-retriever.ts'));

/** What the specification says of the upload widget in other words than its texts, in the widget as the product opens it. */
const fetched = stubbedFetch();
const sent = heldUploads();
const businessId = '00000000-0000-4000-8000-00000000000a';
const onOpenChange = vi.fn();
let uppy: PhotoUppy;
let listed: () => string[];

beforeEach(() => {
  fetched.mockImplementation(() => Promise.resolve(Response.json({ toStorage: false, partsFromBytes: 1 })));
  const client = createQueryClient();
  uppy = uppyOf(businessId, client);
  listed = () =>
    uploadEngine(client)
      .items()
      .map(({ name }) => name);
  render(
    <QueryClientProvider client={client}>
      <PageContextProvider value={{ user: ada, business: aBakery, businesses: [aBakery, aStudio] }}>
        <UploadDialog open onOpenChange={onOpenChange} businessId={businessId} theme="light" />
      </PageContextProvider>
    </QueryClientProvider>,
  );
});
afterEach(() => {
  uppy.cancelAll();
  uppy.destroy();
  onOpenChange.mockReset();
  vi.restoreAllMocks();
});

const add = (...files: File[]) =>
  uppy.addFiles(files.map((data) => ({ name: data.name, type: data.type, data, source: 'page' }) as never));
const some = (count: number) => Array.from({ length: count }, (_, index) => aFile(`${index + 1}.jpg`));
const told = () => uppy.getState().info.map(({ message }) => message);
const fileIds = () => uppy.getFiles().map(({ id }) => id);
type Progress = Parameters<PhotoUppy['setFileState']>[1]['progress'];
const progress = (id: string | undefined, part: Record<string, unknown>) =>
  uppy.setFileState(id ?? '', { progress: { bytesTotal: 1000, bytesUploaded: 0, percentage: 0, ...part } as Progress });
const status = () => /\bis-(\w+)/.exec(document.querySelector('.uppy-StatusBar')?.className ?? '')?.[1];
const find = (selector: string) =>
  waitFor(() => {
    const found = document.querySelector<HTMLElement>(selector);
    expect(found).not.toBeNull();
    return found as HTMLElement;
  });

it('says for which business it is to who has several', () => {
  expect(screen.getByRole('dialog')).toHaveAccessibleDescription(/^For Rye & Co JPG, PNG/);
});

describe('the status of the whole', () => {
  it('is uploading while a file is, before preprocessing and that before postprocessing; complete beats waiting', async () => {
    add(...some(3));
    await waitFor(() => expect(status()).toBe('waiting'));
    const [one, two, three] = fileIds();
    progress(one, { uploadStarted: null, postprocess: { mode: 'indeterminate', message: '' } });
    await waitFor(() => expect(status()).toBe('postprocessing'));
    progress(two, { uploadStarted: null, preprocess: { mode: 'indeterminate', message: '' } });
    await waitFor(() => expect(status()).toBe('preprocessing'));
    progress(three, { uploadStarted: 1 });
    await waitFor(() => expect(status()).toBe('uploading'));
    for (const id of [one, two, three]) {
      progress(id, { uploadStarted: 1, uploadComplete: true, percentage: 100 });
    }
    uppy.setState({ totalProgress: 100 });
    await waitFor(() => expect(status()).toBe('complete'));
    uppy.setState({ error: 'It broke.' });
    await waitFor(() => expect(status()).toBe('error'));
  });
});

describe('a file', () => {
  it('is sent when the person says so, and complete at 100 percent with where it is, and its size', async () => {
    add(aFile('loaf.jpg'));
    await find('.uppy-StatusBar-actionBtn--upload');
    expect([sent, uppy.opts.autoProceed]).toEqual([[], false]);
    const [file] = uppy.getFiles();
    const uploaded = uppy.upload();
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    uppy.setFileState(file?.id ?? '', { size: null });
    await sent[0]?.arrive(1);
    await uploaded;
    expect(uppy.getFiles()[0]).toMatchObject({
      progress: { uploadComplete: true, percentage: 100 },
      size: 1000,
      response: { status: 200 },
      uploadURL: expect.stringMatching(`/media\\?photo=${photoId(1)}&business=${businessId}$`),
    });
  });

  it('with the same name is another one when its bytes are', () => {
    add(aFile('loaf.jpg'), aFile('loaf.jpg', 'image/jpeg', 2000));
    expect(uppy.getFiles()).toHaveLength(2);
  });

  it('that failed says why by its question mark, and so does the bar below', async () => {
    const alert = vi.spyOn(window, 'alert').mockImplementation(() => undefined);
    add(aFile('loaf.jpg'));
    uppy.emit('upload-error', uppy.getFiles()[0], { name: 'Error', message: 'This file is not a picture.' });
    uppy.setState({ error: 'Upload failed' });
    fireEvent.click(await find('.uppy-Dashboard-Item-errorDetails'));
    fireEvent.click(await find('.uppy-StatusBar-details'));
    expect(alert.mock.calls).toEqual([['This file is not a picture.'], [expect.stringMatching(/^Upload failed/)]]);
  });

  it('that was refused is not sent again with those that can be, and says why as before', async () => {
    add(...some(2));
    const uploaded = uppy.upload();
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    await sent[0]?.refuse(415, 'unsupported_media_type', 'This file is not a picture.');
    await sent[1]?.refuse(403, 'storage_limit', 'Storage limit reached.');
    await uploaded;
    const again = uppy.retryAll();
    await vi.waitFor(() => expect(sent).toHaveLength(3));
    await sent[2]?.arrive(2);
    await again;
    expect(sent).toHaveLength(3);
    expect(uppy.getFiles().map(({ error, progress }) => error ?? progress.uploadComplete)).toEqual([
      'This file is not a picture.',
      true,
    ]);
  });

  it('of an iPhone is taken by whatever name the browser has for its kind, and by its ending', async () => {
    const types = ['image/heif', 'image/heif-sequence', 'image/heic-sequence', 'application/octet-stream', ''];
    add(...types.map((type, index) => aFile(`${index}.heic`, type)), aFile('5.HEIF', ''));
    expect(uppy.getFiles().map(({ name, type }) => [name, type])).toEqual(
      [...types.map((_, index) => `${index}.heic`), '5.HEIF'].map((name) => [name, 'image/heic']),
    );
  });

  it('has a card on which its name can be changed', async () => {
    add(aFile('loaf.jpg'), aFile('roll.jpg'));
    fireEvent.click(await find('.uppy-Dashboard-Item-action--edit'));
    expect(await screen.findByLabelText('Name')).toHaveValue('loaf.jpg');
    expect(screen.getByRole('button', { name: 'Save changes' })).toBeVisible();
  });

  it('is shown small where browsers show its kind, and by a sign otherwise', async () => {
    const drawn = vi.spyOn(ThumbnailGenerator.prototype, 'requestThumbnail').mockResolvedValue(undefined);
    const types = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/heic'];
    add(...types.map((type) => aFile(`loaf.${type.slice(6)}`, type)));
    expect(uppy.getFiles()).toHaveLength(5);
    await waitFor(() => expect(document.querySelectorAll('.uppy-Dashboard-Item')).toHaveLength(5));
    await waitFor(() =>
      expect(drawn.mock.calls.map(([file]) => (file as { type: string }).type)).toEqual(types.slice(0, 4)),
    );
  });
});

describe('the heading', () => {
  const heading = () => document.querySelector('.uppy-DashboardContent-title')?.textContent;
  const bar = () => document.querySelector('.uppy-StatusBar-statusPrimary')?.textContent;

  it('does not say of files that failed that they are being uploaded', async () => {
    add(...some(3));
    const uploaded = uppy.upload();
    await vi.waitFor(() => expect(sent).toHaveLength(3));
    await waitFor(() => expect(heading()).toBe('Uploading 3 files'));
    await sent[0]?.arrive(1);
    await sent[1]?.refuse(415, 'unsupported_media_type', 'This file is not a picture.');
    await sent[2]?.refuse(415, 'unsupported_media_type', 'This file is not a picture.');
    await uploaded;
    await waitFor(() => expect(heading()).toBe('2 files not uploaded'));
  });

  it('says without a connection that files wait for it, with no time left', async () => {
    add(...some(2));
    void uppy.upload();
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    await waitFor(() => expect(bar()).toMatch(/^Uploading/));
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    await waitFor(() => expect([heading(), bar()]).toEqual(['2 files wait', 'Waiting for the connection']));
    expect(document.querySelector('.uppy-StatusBar-statusSecondary')).toBeNull();
    expect(screen.getByText('Uploads wait, and go on by themselves once it is back.')).toBeVisible();
    vi.restoreAllMocks();
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(bar()).toMatch(/^Uploading/));
  });

  it('says in plain words that files were kept', async () => {
    add(...some(1));
    act(() => uppy.setState({ recoveredState: { files: uppy.getState().files, currentUploads: {} } }));
    expect((await find('.uppy-Dashboard-serviceMsg')).textContent).toBe(
      'Your photos are still hereWe restored all files. You can now resume the upload.',
    );
  });
});

describe('zips', () => {
  it('that are added here are no pictures, and their photos are uploaded by themselves', async () => {
    const zip = (name: string) =>
      new File([new Uint8Array(zipSync({ [`${name}.jpg`]: strToU8(name) }))], `${name}.zip`, {
        type: 'application/zip',
      });
    add(zip('fall'), aFile('loaf.jpg'), zip('winter'));
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    await sent[0]?.arrive(1);
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    await sent[1]?.arrive(2);
    expect(uppy.getFiles().map(({ name }) => name)).toEqual(['loaf.jpg']);
    expect(within(screen.getByRole('alert')).queryAllByRole('listitem')).toEqual([]);
    expect(told()).toEqual([]);
  });
});

describe('several files', () => {
  it('are chosen at once, and no more when there is no room for another', async () => {
    expect(await find('input.uppy-Dashboard-input')).toHaveAttribute('multiple');
    add(...some(19));
    await find('.uppy-DashboardContent-addMore');
    add(aFile('20.jpg'));
    await waitFor(() => expect(document.querySelector('.uppy-DashboardContent-addMore')).toBeNull());
  });

  /** The first arrives, the second never can, the third may be tried again. */
  const sendThree = async () => {
    add(...some(3));
    const uploaded = uppy.upload();
    await vi.waitFor(() => expect(sent).toHaveLength(3));
    await sent[0]?.arrive(1);
    await sent[1]?.refuse(422, 'invalid_image', 'This picture could not be read.');
    await sent[2]?.refuse(500, 'internal', 'Something went wrong.');
    await uploaded;
  };

  it('that are too many are taken as far as there is room, and how many were left out is said until that has changed', async () => {
    const said = () => screen.queryByText(/Add the others? /);
    add(...some(3));
    expect(said()).toBeNull();
    const more = Array.from({ length: 23 }, (_, index) => aFile(`more ${index + 1}.jpg`));
    const zip = new File([new Uint8Array(zipSync({ 'a.jpg': strToU8('a') }))], 'a.zip', { type: 'application/zip' });
    add(zip, aFile('prices.pdf', 'application/pdf'), ...more);
    expect(uppy.getFiles().map(({ name }) => name)).toEqual([...some(3), ...more.slice(0, 17)].map(({ name }) => name));
    expect(told()).toContain('You can only upload 20 files');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      '17 of 23 photos were added. Add the others when these are uploaded, or choose a zip, which has no such limit.',
    );
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    await sent[0]?.arrive(1);
    expect(said()).toBeVisible();
    uppy.removeFiles(fileIds().slice(0, 17));
    act(() => add(...more.slice(17)));
    expect(fileIds()).toHaveLength(9);
    expect(said()).toBeNull();
  });

  it('that have arrived or can never take no room from those that are added next', async () => {
    await sendThree();
    add(...Array.from({ length: 19 }, (_, index) => aFile(`more ${index + 1}.jpg`)));
    expect(uppy.getFiles().map(({ name }) => name)).toEqual([
      '3.jpg',
      ...Array.from({ length: 19 }, (_, index) => `more ${index + 1}.jpg`),
    ]);
    expect(told()).not.toContain('You can only upload 20 files');
  });

  it('that have arrived or can never leave when the dialog closes; what can be tried again stays', async () => {
    await sendThree();
    fireEvent.keyDown(await screen.findByRole('dialog'), { key: 'Escape' });
    expect(uppy.getFiles().map(({ name }) => name)).toEqual(['3.jpg']);
    // Those that failed are still told of in the list of every upload, until they are cleared away there.
    expect(listed()).toEqual(['1.jpg', '2.jpg', '3.jpg']);
  });

  it('that are refused are four messages and a number', () => {
    const six = some(6);
    add(...six);
    add(...six);
    expect(told()).toEqual([
      ...[1, 2, 3, 4].map((n) => `Cannot add the duplicate file '${n}.jpg', it already exists`),
      '2 additional restrictions were not fulfilled',
    ]);
  });

  it('that are refused are named until all is done, also while the others are sent', async () => {
    const large = Object.defineProperty(aFile('large.jpg'), 'size', { value: MAX_PHOTO_BYTES + 1 });
    add(aFile('loaf.jpg'), large, aFile('prices.pdf', 'application/pdf'));
    const named = () => within(screen.getByRole('alert')).queryAllByRole('listitem');
    const both = [uploadMessages.tooLarge('large.jpg'), uploadMessages.unsupported('prices.pdf')];
    await waitFor(() => expect(named().map(({ textContent }) => textContent)).toEqual(both));
    const uploaded = uppy.upload();
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    await sent[0]?.arrive(1);
    await uploaded;
    await waitFor(() => expect(status()).toBe('complete'));
    expect(named().map(({ textContent }) => textContent)).toEqual(both);
    act(() => uppy.cancelAll());
    expect(named()).toEqual([]);
  });

  it('end together when a step fails, and it is told why', async () => {
    uppy.addPreProcessor(() => Promise.reject(new Error('No room.')));
    add(...some(2));
    await expect(uppy.upload()).rejects.toThrow('No room.');
    expect(uppy.getState().currentUploads).toEqual({});
    expect(sent).toEqual([]);
  });
});

describe('the widget', () => {
  it('closes on Escape', async () => {
    fireEvent.keyDown(await screen.findByRole('dialog'), { key: 'Escape' });
    expect(onOpenChange).toHaveBeenCalledWith(false);
  });

  it('draws small pictures either when they are seen or before all is sent', () => {
    expect(() => uppy.use(ThumbnailGenerator, { id: 'both', lazy: true, waitForThumbnailsBeforeUpload: true })).toThrow(
      /`lazy` and `waitForThumbnailsBeforeUpload` options are mutually exclusive/,
    );
  });
});
