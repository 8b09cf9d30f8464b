import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Loops } from '@postloom/chassis';
import { RewrapSecrets } from './rewrap-secrets.ts';

const EVERY_MS = 60_000;

/** A publisher that runs seals old rows anew by itself. Commands do not: who asks about keys changes nothing. */
@Injectable()
export class RewrapWorker implements OnModuleInit {
  constructor(
    private readonly rewrap: RewrapSecrets,
    private readonly loops: Loops,
  ) {}

  onModuleInit(): void {
    this.loops.start({ name: 'vault-rewrap', everyMs: EVERY_MS, run: () => this.rewrap.execute() });
  }
}
