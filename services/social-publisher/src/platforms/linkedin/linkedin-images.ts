import { asObject, asText, repeatableCall, UPLOAD_TIMEOUT_MS } from '../http-call.ts';
import type { PlatformHttp } from '../http-call.ts';
import { PlatformError } from '../platform.port.ts';
import type { Delivery, PublishPhoto } from '../platform.port.ts';
import { pictureRefused, unreadable, uploadGone } from '../problems.ts';
import type { Upload } from '../saved-uploads.ts';
import type { LinkedInClient } from './linkedin-client.ts';
import { ORGANIZATION_URN } from './linkedin-sign-in.ts';

const LABEL = 'LinkedIn';

/** Pictures at LinkedIn: announce, put the bytes, wait until they can be used. */
export class LinkedInImages {
  constructor(
    private readonly http: PlatformHttp,
    private readonly linkedIn: LinkedInClient,
    /** A member's token may not read the state: the picture is left alone for this long before it is used. */
    private readonly memberWaitMs: number,
    private readonly now: () => Date,
  ) {}

  async upload(delivery: Delivery, photo: PublishPhoto): Promise<Upload> {
    const token = delivery.tokens.accessToken;
    const answer = await this.linkedIn.read({
      method: 'POST',
      path: '/rest/images?action=initializeUpload',
      token,
      // The owner must be the author of the post.
      json: { initializeUploadRequest: { owner: delivery.accountRemoteId } },
    });
    const value = asObject(answer['value']);
    const uploadUrl = asText(value?.['uploadUrl']);
    const image = asText(value?.['image']);
    if (uploadUrl === null || image === null) {
      throw unreadable(LABEL, 'no_upload_url');
    }
    const response = await repeatableCall(this.http, LABEL, {
      url: uploadUrl,
      method: 'PUT',
      timeoutMs: UPLOAD_TIMEOUT_MS,
      headers: { authorization: `Bearer ${token}`, 'content-type': photo.mimeType },
      body: await photo.load(),
      // There are many upload hosts, and their paths are credentials.
      target: 'linkedin-upload',
    });
    if (response.status >= 300) {
      throw new PlatformError(this.linkedIn.problem(response));
    }
    return { id: image, at: this.now().toISOString(), isReady: false };
  }

  /** Seconds to wait, or null when the picture can be used. @throws {PlatformError} refused or stale */
  async processing(delivery: Delivery, upload: Upload): Promise<number | null> {
    if (!delivery.accountRemoteId.startsWith(ORGANIZATION_URN)) {
      const left = Date.parse(upload.at) + this.memberWaitMs - this.now().getTime();
      return left > 0 ? left / 1_000 : null;
    }
    const answer = await this.linkedIn.read({
      method: 'GET',
      path: `/rest/images/${encodeURIComponent(upload.id)}`,
      token: delivery.tokens.accessToken,
    });
    switch (asText(answer['status'])) {
      case 'AVAILABLE':
        return null;
      case 'PROCESSING_FAILED': {
        const why = 'it could not be processed. Choose another photo, or try again.';
        throw new PlatformError(pictureRefused(LABEL, 'PROCESSING_FAILED', why));
      }
      case 'WAITING_UPLOAD':
        throw new PlatformError(uploadGone(LABEL, 'WAITING_UPLOAD'));
      default:
        return 2;
    }
  }
}
