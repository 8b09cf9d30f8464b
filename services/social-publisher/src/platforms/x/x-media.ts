import { asId, asObject, asText, multipart, UPLOAD_TIMEOUT_MS } from '../http-call.ts';
import { PlatformError } from '../platform.port.ts';
import type { Delivery, PublishPhoto } from '../platform.port.ts';
import { pictureRefused, unreadable } from '../problems.ts';
import type { Upload } from '../saved-uploads.ts';
import type { XClient } from './x-client.ts';

const LABEL = 'X';

/** Pictures at X: one-shot upload, description, processing. */
export class XMedia {
  constructor(
    private readonly x: XClient,
    private readonly now: () => Date,
    private readonly boundary: () => string,
  ) {}

  async upload(delivery: Delivery, photo: PublishPhoto): Promise<Upload> {
    const { body, headers } = multipart(
      this.boundary(),
      { media_category: 'tweet_image' },
      { field: 'media', filename: 'photo.jpg', mimeType: photo.mimeType, bytes: await photo.load() },
    );
    const request = { path: '/2/media/upload', method: 'POST', body, headers, timeoutMs: UPLOAD_TIMEOUT_MS };
    const data = asObject((await this.x.call(delivery.tokens, request, delivery))['data']);
    const id = asId(data?.['id']);
    if (id === null) {
      throw unreadable(LABEL, 'no_media_id');
    }
    await this.describe(delivery, id, photo.altText);
    return { id, at: this.now().toISOString(), isReady: asObject(data?.['processing_info']) === null };
  }

  /** Seconds to wait, or null when the picture is ready. */
  async processing(delivery: Delivery, mediaId: string): Promise<number | null> {
    const url = this.x.url('/2/media/upload');
    url.searchParams.set('command', 'STATUS');
    url.searchParams.set('media_id', mediaId);
    const answer = await this.x.call(delivery.tokens, { path: url, method: 'GET' }, delivery);
    const info = asObject(asObject(answer['data'])?.['processing_info']);
    const state = asText(info?.['state']);
    if (state === null || state === 'succeeded') {
      return null;
    }
    if (state === 'failed') {
      const why = 'it could not be processed. Choose another photo, or try again.';
      throw new PlatformError(pictureRefused(LABEL, 'media_failed', why));
    }
    const seconds = info?.['check_after_secs'];
    return typeof seconds === 'number' && seconds > 0 ? seconds : 1;
  }

  /** The description is an extra: without it the post is still published. */
  private async describe(delivery: Delivery, mediaId: string, altText: string | null): Promise<void> {
    if (altText === null || altText === '') {
      return;
    }
    try {
      await this.x.call(delivery.tokens, {
        path: '/2/media/metadata',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id: mediaId, metadata: { alt_text: { text: altText.slice(0, 1_000) } } }),
      });
    } catch (error) {
      if (!(error instanceof PlatformError)) {
        throw error;
      }
    }
  }
}
