import { describe, expect, it } from 'vitest';
import { admit, changed, overallProgress, refusalOf, summaryOf, typeOf, type UploadItem } from './upload-queue.ts';

const MB = 1_048_576;
const file = (name: string, type = 'image/jpeg', size = 1000) => ({ name, type, size });

describe('a single file', () => {
  it('may be of the five types, or AVIF', () => {
    for (const type of ['image/jpeg', 'image/jpg', 'image/png', 'image/heic', 'image/webp', 'image/avif']) {
      expect(refusalOf(file('a', type))).toBeNull();
    }
  });
  it('is judged by its name when the browser knows no type', () => {
    expect(typeOf({ name: 'IMG_1.HEIC', type: '' })).toBe('image/heic');
    expect(refusalOf(file('IMG_1.HEIC', ''))).toBeNull();
    expect(refusalOf(file('steam.avif', ''))).toBeNull();
    expect(refusalOf(file('notes.txt', ''))?.title).toBe('Unsupported file type');
  });
  it('is HEIC whatever the browser calls it', () => {
    for (const type of ['image/heif', 'image/heif-sequence', 'image/heic-sequence', 'application/octet-stream', '']) {
      for (const name of ['IMG_1.HEIC', 'IMG_1.heif']) {
        expect(typeOf({ name, type })).toBe('image/heic');
        expect(refusalOf(file(name, type))).toBeNull();
      }
    }
    expect(typeOf({ name: 'IMG_1', type: 'image/heif' })).toBe('image/heic');
    expect(refusalOf(file('notes', 'application/octet-stream'))?.title).toBe('Unsupported file type');
  });
  it('says the words of the specification when its type is wrong', () => {
    expect(refusalOf(file('clip.gif', 'image/gif'))).toEqual({
      title: 'Unsupported file type',
      message: 'clip.gif is not a supported image format. Please use JPG, PNG, HEIC, or WebP.',
    });
  });
  it('may have exactly 50 MB and not a byte more', () => {
    expect(refusalOf(file('a.jpg', 'image/jpeg', 50 * MB))).toBeNull();
    expect(refusalOf(file('a.jpg', 'image/jpeg', 50 * MB + 1))).toEqual({
      title: 'Photo too large',
      message: 'a.jpg exceeds the 50MB limit. Please use a smaller image.',
    });
  });
});

describe('a batch', () => {
  it('is refused whole when it would exceed the limit', () => {
    const batch = [file('a.jpg'), file('b.jpg')];
    expect(admit(7, batch, 8)).toEqual({
      accepted: [],
      refused: [{ title: 'Too many files', message: 'Maximum 8 files allowed' }],
    });
    expect(admit(6, batch, 8).accepted).toHaveLength(2);
  });
  it('keeps the good files and names the bad ones', () => {
    const { accepted, refused } = admit(0, [file('a.jpg'), file('b.pdf', 'application/pdf')], 8);
    expect(accepted.map((one) => one.name)).toEqual(['a.jpg']);
    expect(summaryOf(refused)?.message).toContain('b.pdf');
  });
  it('sums different refusals under one title', () => {
    const { refused } = admit(0, [file('a.gif', 'image/gif'), file('b.jpg', 'image/jpeg', 51 * MB)], 8);
    expect(summaryOf(refused)?.title).toBe('Some files were not added');
    expect(summaryOf([])).toBeNull();
  });
});

describe('progress', () => {
  const item = (id: string, status: UploadItem['status'], progress: number, size: number): UploadItem => ({
    id,
    businessId: 'b',
    owner: 'dashboard',
    name: id,
    status,
    progress,
    file: new File([new Uint8Array(size)], id),
  });
  it('weighs files by their size and leaves failed ones out', () => {
    expect(
      overallProgress([item('a', 'success', 100, 300), item('b', 'uploading', 0, 100), item('c', 'error', 50, 900)]),
    ).toBe(75);
    expect(overallProgress([])).toBe(0);
  });
  it('ignores news of a removed file', () => {
    const items = [item('a', 'uploading', 10, 10)];
    expect(changed(items, 'gone', { progress: 90 })).toEqual(items);
    expect(changed(items, 'a', { progress: 90 })[0]?.progress).toBe(90);
  });
});
