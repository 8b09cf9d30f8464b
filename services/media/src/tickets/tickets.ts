import { Inject, Injectable } from '@nestjs/common';
import { Clock, CONFIG } from '@postloom/chassis';
import { AppError } from '@postloom/contracts';
import type { MediaConfig } from '../config.ts';
import { pictureEnd, readPictureSignature, signPicture } from './picture-signature.ts';
import { readTicket, signTicket } from './ticket.ts';
import type { Ticket } from './ticket.ts';

type Unsigned<T extends Ticket> = T extends Ticket ? Omit<T, 'expiresAt'> : never;

const SCHEME = 'Ticket ';

/** Issues and verifies tickets with this service's clock and keys. */
@Injectable()
export class Tickets {
  constructor(
    @Inject(CONFIG) private readonly config: MediaConfig,
    private readonly clock: Clock,
  ) {}

  give(ticket: Unsigned<Ticket>, seconds: number): string {
    const expiresAt = this.clock.now().getTime() + seconds * 1_000;
    return signTicket({ ...ticket, expiresAt } as Ticket, this.config.ticketSecrets);
  }

  /** @throws AppError not_found */
  read<K extends Ticket['kind']>(text: string, kind: K): Extract<Ticket, { kind: K }> {
    return readTicket(text, kind, this.config.ticketSecrets, this.clock.now());
  }

  /** For the address of a picture. */
  signPicture(key: string): string {
    return signPicture(key, pictureEnd(key, this.clock.now()), this.config.ticketSecrets);
  }

  /** For how many seconds this signature opens that picture. @throws AppError not_found */
  readPicture(key: string, signature: string): number {
    return readPictureSignature(signature, key, this.config.ticketSecrets, this.clock.now());
  }

  /** From `Authorization: Ticket <ticket>`. @throws AppError not_found */
  fromHeader<K extends Ticket['kind']>(header: string | undefined, kind: K): Extract<Ticket, { kind: K }> {
    if (!header?.startsWith(SCHEME)) {
      throw new AppError('not_found');
    }
    return this.read(header.slice(SCHEME.length), kind);
  }
}
