import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@postloom/chassis';
import { openFor, sealFor } from '@postloom/persistence';
import type { AssociatedData, KeyRing, Sealed } from '@postloom/persistence';
import type { IdentityConfig } from '../config.ts';

/** Seals the secrets of apps: a copy of the table gives nobody a code. The keys are read with each use: they rotate without a restart. */
@Injectable()
export class TotpVault {
  constructor(@Inject(CONFIG) private readonly config: IdentityConfig) {}

  /** Null: the installation has no keys, and no app can be set up. */
  get currentKid(): string | null {
    return this.config.vaultKeys?.currentKid ?? null;
  }

  seal(userId: string, secret: string): Sealed {
    return sealFor(this.keys(), boundTo(userId), Buffer.from(secret));
  }

  open(userId: string, sealed: Sealed): string {
    return openFor(this.keys(), boundTo(userId), sealed).toString('utf8');
  }

  private keys(): KeyRing {
    const { vaultKeys } = this.config;
    if (vaultKeys === undefined) {
      throw new Error('VAULT_KEYS is missing, and a secret is sealed under one of them');
    }
    return vaultKeys;
  }
}

function boundTo(userId: string): AssociatedData {
  return (kid) => Buffer.from(JSON.stringify(['totp', userId, kid]));
}
