import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { aPhoto } from '#data/testing/photos.ts';

/** A request of the browser that waits until the test answers it. */
export class HeldUpload {
  static readonly sent: HeldUpload[] = [];
  readonly headers: Record<string, string> = {};
  readonly upload: { onprogress: ((event: ProgressEvent) => void) | null } = { onprogress: null };
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onabort: (() => void) | null = null;
  status = 0;
  statusText = '';
  responseText = '';
  url = '';
  isAborted = false;
  isAnswered = false;

  open(_method: string, url: string): void {
    this.url = url;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  etag: string | null = null;

  getResponseHeader(name: string): string | null {
    return name === 'ETag' ? this.etag : null;
  }
  send(): void {
    HeldUpload.sent.push(this);
  }
  abort(): void {
    this.isAborted = true;
    this.onabort?.();
  }

  get business(): string | undefined {
    return this.headers['X-Business-Id'];
  }
  async arrive(n = 1, sameAs: string | null = null): Promise<void> {
    const photo = aPhoto(n);
    await this.answer(200, { success: true, photoId: photo.id, photo, sameAs });
  }
  /** As storage answers; null: it shows pages no ETag. */
  async stored(etag: string | null): Promise<void> {
    this.etag = etag;
    await this.answer(200, {});
  }
  async refuse(status: number, error: string, message: string): Promise<void> {
    await this.answer(status, { error, message, requestId: 'r' });
  }
  /** An answer that need not be the product's. */
  async say(text: string, status = 200): Promise<void> {
    await this.answer(status, text);
  }
  async breakOff(): Promise<void> {
    this.isAnswered = true;
    await act(async () => this.onerror?.());
  }
  async move(loaded: number, total: number): Promise<void> {
    await act(async () => this.upload.onprogress?.({ lengthComputable: true, loaded, total } as ProgressEvent));
  }
  private async answer(status: number, body: unknown): Promise<void> {
    this.isAnswered = true;
    this.status = status;
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body);
    await act(async () => this.onload?.());
  }
}

/** Whether the person is asked before they leave the page. */
export function leavingIsQuestioned(): boolean {
  return !dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

/** Uploads of every test of a file: what the page sent, unanswered until the test answers it or is over. */
export function heldUploads(): readonly HeldUpload[] {
  beforeEach(() => {
    HeldUpload.sent.length = 0;
    vi.stubGlobal('XMLHttpRequest', HeldUpload);
  });
  afterEach(async () => {
    // Test files share their window, whose leaving is questioned while anything is under way. Each answer makes room for the next.
    for (const upload of HeldUpload.sent) {
      if (!upload.isAnswered && !upload.isAborted) {
        await upload.refuse(410, 'gone', 'The test is over.');
      }
    }
    vi.unstubAllGlobals();
    expect(leavingIsQuestioned(), 'uploads outlast their test').toBe(false);
  });
  return HeldUpload.sent;
}

export function aFile(name: string, type = 'image/jpeg', size = 1000): File {
  return new File([new Uint8Array(size)], name, { type });
}
