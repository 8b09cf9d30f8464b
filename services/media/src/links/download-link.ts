import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, HttpClient, OutboundError } from '@postloom/chassis';
import type { OutboundStream } from '@postloom/chassis';
import { AppError, MAX_PHOTO_BYTES, uploadMessages } from '@postloom/contracts';
import type { MediaConfig } from '../config.ts';
import { measureFile } from '../uploads/index.ts';
import type { ReceivedFile } from '../uploads/index.ts';
import { linkName } from './link-name.ts';

/** Until the website answers. */
const ANSWER_MS = 10_000;
/** For the whole picture: a website that sends a byte a second holds nobody up. */
const WHOLE_MS = 30_000;
/** The ports of websites: this is no way to look at other servers. */
const PORTS = new Set(['', '80', '443']);
/** The website is there, and has nothing at the address. */
const NOTHING_THERE = new Set([404, 410]);
const NO_PICTURE = 'There is no picture at this address. Copy the address of the picture itself, or upload the file.';

/**
 * Brings a picture from a public address to disk. Only public addresses are called, each name is looked up once and the connection goes to
 * what was found, and no redirect is followed; what comes is counted, and its first bytes say what it is.
 */
@Injectable()
export class DownloadLink {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<MediaConfig, 'outboundAllowPrivate'>,
    private readonly http: HttpClient,
  ) {}

  /** @throws AppError validation_failed, payload_too_large, unsupported_media_type, dependency_failed */
  async execute(address: string, folder: string, signal: AbortSignal): Promise<ReceivedFile> {
    const url = new URL(address);
    url.hash = '';
    if (!PORTS.has(url.port) && !this.config.outboundAllowPrivate) {
      throw refused(
        'This address can’t be reached from here. Please use the address of a picture on a public website.',
      );
    }
    const whole = AbortSignal.any([signal, AbortSignal.timeout(WHOLE_MS)]);
    const answer = await this.open(url, whole);
    try {
      const name = linkName(url, answer.headers['content-disposition']);
      if (NOTHING_THERE.has(answer.status)) {
        throw refused(NO_PICTURE);
      }
      if (answer.status !== 200) {
        throw refused(`The website did not give us a picture at this address (answer ${answer.status}).`);
      }
      if (Number(answer.headers['content-length'] ?? 0) > MAX_PHOTO_BYTES) {
        throw new AppError('payload_too_large', uploadMessages.tooLarge(name));
      }
      return await this.receive(answer.body, name, folder, whole);
    } catch (error) {
      // A picture of a kind that the library does not take is another thing than a page.
      const isOther = error instanceof AppError && error.code === 'unsupported_media_type';
      throw isOther && !isPicture(answer.headers['content-type']) ? refused(NO_PICTURE, error) : error;
    } finally {
      answer.body.destroy();
    }
  }

  private async open(url: URL, signal: AbortSignal): Promise<OutboundStream> {
    try {
      return await this.http.requestStream({
        ...{ url, method: 'GET', timeoutMs: ANSWER_MS, signal, target: 'links' },
        headers: { accept: 'image/jpeg,image/png,image/webp,image/heic;q=0.9,image/avif;q=0.9' },
      });
    } catch (error) {
      if (!(error instanceof OutboundError)) {
        throw error;
      }
      throw error.kind === 'blocked' ? blocked(error) : away(error);
    }
  }

  private async receive(body: Readable, name: string, folder: string, signal: AbortSignal): Promise<ReceivedFile> {
    try {
      return await measureFile(body, name, folder, signal);
    } catch (error) {
      throw error instanceof AppError ? error : away(error);
    }
  }
}

function isPicture(declared: string | undefined): boolean {
  return /^image\//i.test(declared ?? '');
}

function refused(message: string, cause?: unknown): AppError {
  return new AppError('validation_failed', message, { details: [{ path: 'url', message }], cause });
}

function blocked(error: OutboundError): AppError {
  return refused(
    error.sent
      ? 'This address leads to another one. Please open the picture in your browser and copy its own address.'
      : 'This address can’t be reached from here. Please use the address of a picture on a public website.',
    error,
  );
}

function away(cause: unknown): AppError {
  return new AppError(
    'dependency_failed',
    'The website did not send the picture. Please try again, or upload the file.',
    {
      cause,
    },
  );
}
