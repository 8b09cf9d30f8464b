import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Housekeeping } from '@postloom/persistence';
import { RewrapSecrets } from './rewrap-secrets.ts';

const EVERY_SECONDS = 60;

/** A publisher that runs seals old rows anew by itself. Commands do not: who asks about keys changes nothing. */
@Injectable()
export class RewrapWorker implements OnModuleInit {
  constructor(
    private readonly rewrap: RewrapSecrets,
    private readonly housekeeping: Housekeeping,
  ) {}

  onModuleInit(): void {
    this.housekeeping.add({ name: 'vault-rewrap', everySeconds: EVERY_SECONDS, run: () => this.rewrap.execute() });
  }
}
