import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, HttpClient } from '@postloom/chassis';
import type { OutboundResponse } from '@postloom/chassis';
import { AppError, mediaRpc } from '@postloom/contracts';
import type { ParsedInputOf, captionsRpc } from '@postloom/contracts';
import { Rpc } from '@postloom/messaging';
import type { Caller } from '@postloom/messaging';
import type { CaptionsConfig } from '../config.ts';

export interface Picture {
  readonly bytes: Buffer;
  readonly mimeType: string;
}

type Source = ParsedInputOf<typeof captionsRpc.captionGenerate>['source'];

const MAX_BYTES = 10_000_000;
const TIMEOUT_MS = 5_000;

/** Fetches the picture from media, at most 800 px wide; bytes travel over HTTP, never over the bus. */
@Injectable()
export class LoadPicture {
  constructor(
    private readonly rpc: Rpc,
    private readonly http: HttpClient,
    @Inject(CONFIG) private readonly config: CaptionsConfig,
  ) {}

  async execute(source: Source, caller: Caller, signal: AbortSignal): Promise<Picture> {
    const { internalPath, mimeType } =
      'photoId' in source
        ? await this.rpc.call(mediaRpc.photoSource, { photoId: source.photoId, purpose: 'caption' }, caller)
        : await this.rpc.call(mediaRpc.scratchSource, { scratchId: source.scratchId }, caller);
    const answer = await this.fetch(this.config.mediaInternalUrl + internalPath, signal);
    if (answer.status !== 200) {
      throw new AppError(answer.status === 404 ? 'not_found' : 'dependency_failed');
    }
    return { bytes: answer.bytes(), mimeType };
  }

  /** @throws AppError dependency_failed when media did not answer */
  private async fetch(url: string, signal: AbortSignal): Promise<OutboundResponse> {
    try {
      return await this.http.request({
        method: 'GET',
        url,
        timeoutMs: TIMEOUT_MS,
        maxResponseBytes: MAX_BYTES,
        internal: true,
        signal,
      });
    } catch (error) {
      throw new AppError('dependency_failed', undefined, { cause: error });
    }
  }
}
