import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@postloom/chassis';
import { openFor, sealFor } from '@postloom/persistence';
import type { KeyRing, Sealed } from '@postloom/persistence';
import { z } from 'zod';
import type { PublisherConfig } from '../config.ts';
import type { ConnectableAccount, TokenSet } from '../platforms/index.ts';
import { boundTo } from './binding.ts';
import type { Binding } from './binding.ts';

const TokenSetSchema = z.object({
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  grantToken: z.string().nullable(),
  issuedAt: z.string(),
  expiresAt: z.string().nullable(),
  refreshExpiresAt: z.string().nullable().optional(),
});

const OfferSchema = z.object({
  grantorId: z.string(),
  scopes: z.array(z.string()),
  accounts: z.array(
    z.object({
      remoteId: z.string(),
      name: z.string(),
      username: z.string(),
      avatarUrl: z.string().nullable(),
      scopedId: z.string().optional(),
      tokens: TokenSetSchema,
      unusable: z.string().nullable(),
    }),
  ),
});

/** What a consent offered, stored sealed until the person has picked. */
export interface Offer {
  readonly grantorId: string;
  readonly scopes: readonly string[];
  readonly accounts: readonly ConnectableAccount[];
}

/** Seals and opens what must never be read outside an adapter call. */
@Injectable()
export class Vault {
  constructor(@Inject(CONFIG) private readonly config: PublisherConfig) {}

  private get ring(): KeyRing {
    return this.config.vaultKeys;
  }

  /** All keys of the configuration, the current one first. */
  get kids(): readonly string[] {
    return this.ring.kids;
  }

  sealTokens(binding: Binding, tokens: TokenSet): Sealed {
    return sealFor(this.ring, boundTo(binding), Buffer.from(JSON.stringify(tokens)));
  }

  openTokens(binding: Binding, sealed: Sealed): TokenSet {
    return TokenSetSchema.parse(JSON.parse(openFor(this.ring, boundTo(binding), sealed).toString('utf8')));
  }

  sealText(binding: Binding, text: string): Sealed {
    return sealFor(this.ring, boundTo(binding), Buffer.from(text));
  }

  openText(binding: Binding, sealed: Sealed): string {
    return openFor(this.ring, boundTo(binding), sealed).toString('utf8');
  }

  sealOffer(binding: Binding, offer: Offer): Sealed {
    return sealFor(this.ring, boundTo(binding), Buffer.from(JSON.stringify(offer)));
  }

  openOffer(binding: Binding, sealed: Sealed): Offer {
    return OfferSchema.parse(JSON.parse(openFor(this.ring, boundTo(binding), sealed).toString('utf8')));
  }

  /** The same secret under the current key. */
  rewrap(binding: Binding, sealed: Sealed): Sealed {
    return sealFor(this.ring, boundTo(binding), openFor(this.ring, boundTo(binding), sealed));
  }
}
