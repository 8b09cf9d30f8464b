import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#lib/api/index.ts';
import { stubbedFetch } from '#lib/testing/stubbed-fetch.ts';
import { aFile } from './testing/held-uploads.ts';
import { uppyOf } from './uppy.ts';

/** The widget is Uppy as it comes, and the specification's texts are Uppy's own: a new version may not change them unseen. */
const fetched = stubbedFetch();
vi.mock('@uppy/golden-retriever', () => import('./testing/no-retriever.ts'));

const made: ReturnType<typeof uppyOf>[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const uppy of made.splice(0)) {
    uppy.destroy();
  }
});

async function aWidget() {
  fetched.mockImplementation(() => Promise.resolve(Response.json({ toStorage: false, partsFromBytes: 1 })));
  const { default: Dashboard } = await import('@uppy/dashboard');
  const uppy = uppyOf(crypto.randomUUID(), createQueryClient());
  made.push(uppy);
  uppy.use(Dashboard, { inline: true, target: document.body });
  const add = (...files: File[]) =>
    uppy.addFiles(files.map((data) => ({ name: data.name, type: data.type, data, source: 'page' }) as never));
  const dashboard = uppy.getPlugin('Dashboard') as unknown as { i18n: typeof uppy.i18n };
  return { uppy, add, dashboard, told: () => uppy.getState().info.map(({ message }) => message) };
}

describe('the upload widget', () => {
  it('takes no more than twenty files at once', async () => {
    const { uppy, add, told } = await aWidget();
    add(...Array.from({ length: 21 }, (_, index) => aFile(`${index}.jpg`)));
    expect(uppy.getFiles().map(({ name }) => name)).toEqual(Array.from({ length: 20 }, (_, index) => `${index}.jpg`));
    expect(told()).toContain('You can only upload 20 files');
  });

  it('takes no file twice', async () => {
    const { uppy, add, told } = await aWidget();
    const loaf = aFile('loaf.jpg');
    add(loaf);
    add(loaf);
    expect(uppy.getFiles()).toHaveLength(1);
    expect(told()).toContain("Cannot add the duplicate file 'loaf.jpg', it already exists");
  });

  it('sends what is under way once', async () => {
    const { uppy, add } = await aWidget();
    add(aFile('loaf.jpg'));
    vi.spyOn(uppy, 'getState').mockReturnValue({ ...uppy.getState(), allowNewUpload: false });
    expect(() => uppy.addFile({ name: 'roll.jpg', type: 'image/jpeg', data: aFile('roll.jpg') } as never)).toThrow(
      'Cannot add more files',
    );
    await expect(uppy.upload()).rejects.toThrow('Cannot create a new upload: already uploading.');
  });

  it('has the texts of the specification for what else may happen', async () => {
    const { uppy, dashboard } = await aWidget();
    const of = (key: string, values?: Record<string, string | number>) => uppy.i18n(key as never, values as never);
    const shown = (key: string, values?: Record<string, string | number>) =>
      dashboard.i18n(key as never, values as never);
    const size = '50 MB';
    expect([
      of('youHaveToAtLeastSelectX', { smart_count: 2 }),
      of('aggregateExceedsSize', { size: '60 MB', sizeAllowed: size }),
      of('exceedsSize', { file: 'loaf.jpg', size }),
      of('inferiorSize', { size }),
      of('youCanOnlyUploadFileTypes', { types: 'image/jpeg' }),
      of('missingRequiredMetaField'),
      of('additionalRestrictionsFailed', { count: 3 }),
      of('failedToUpload', { file: 'loaf.jpg' }),
      of('noInternetConnection'),
      of('connectedToInternet'),
      of('companionError'),
      of('authAborted'),
      shown('missingRequiredMetaFields', { smart_count: 1, fields: 'Name' }),
      shown('recoveredXFiles', { smart_count: 1 }),
      shown('recoveredAllFiles'),
      shown('copyLinkToClipboardSuccess'),
      shown('copyLinkToClipboardFallback'),
    ]).toEqual([
      'You have to select at least 2 files',
      'You selected 60 MB of files, but maximum allowed size is 50 MB',
      'loaf.jpg exceeds maximum allowed size of 50 MB',
      'This file is smaller than the allowed size of 50 MB',
      'You can only upload: image/jpeg',
      'Missing required meta fields',
      '3 additional restrictions were not fulfilled',
      'Failed to upload loaf.jpg',
      'No Internet connection',
      'Connected to the Internet',
      'Connection with Companion failed',
      'Authentication aborted',
      'Missing required meta field: Name.',
      'We could not fully recover 1 file. Please re-select it and resume the upload.',
      'We restored all files. You can now resume the upload.',
      'Link copied to clipboard.',
      'Copy the URL below',
    ]);
  });
});
