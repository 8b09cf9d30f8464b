import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@postloom/chassis';
import { AppError } from '@postloom/contracts';
import type { MediaConfig } from '../config.ts';
import { Tickets } from '../tickets/index.ts';

const OBJECTS = '/objects/';

/** Where browsers fetch pictures: from the product, by their session, or from a CDN in front of it, by a signature in the address. */
@Injectable()
export class PictureAddresses {
  constructor(
    @Inject(CONFIG) private readonly config: MediaConfig,
    private readonly tickets: Tickets,
  ) {}

  /** @param path below /objects/, as the session opens it */
  of(path: string): string {
    const base = this.config.mediaPublicUrl;
    if (base === undefined) {
      return path;
    }
    const key = path.slice(OBJECTS.length);
    return `${base}${OBJECTS}signed/${this.tickets.signPicture(key)}/${key}`;
  }

  /** For how many seconds this signature still opens that picture. @throws AppError not_found, also when none is handed out here */
  secondsLeft(key: string, signature: string): number {
    if (this.config.mediaPublicUrl === undefined) {
      throw new AppError('not_found');
    }
    return this.tickets.readPicture(key, signature);
  }
}
