import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Housekeeping } from '@postloom/persistence';
import { RewrapSecrets } from './rewrap-secrets.ts';

const EVERY_SECONDS = 60;

/** A running publisher seals old rows again by itself. Commands do not: asking about keys changes nothing. */
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
