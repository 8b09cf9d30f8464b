import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Loops } from '@postloom/chassis';
import { Scope, Uow } from '@postloom/persistence';
import { FlowsClaims } from './flows.claims.ts';

const BATCH = 200;
const EVERY_MS = 60_000;

/** Removes abandoned sign-ins: an offer that nobody picked holds sealed tokens. */
@Injectable()
export class FlowsWorker implements OnModuleInit {
  constructor(
    private readonly uow: Uow,
    private readonly flows: FlowsClaims,
    private readonly loops: Loops,
  ) {}

  onModuleInit(): void {
    this.loops.start({ name: 'oauth-flows', everyMs: EVERY_MS, run: () => this.execute() });
  }

  async execute(): Promise<boolean> {
    const deleted = await this.uow.run(Scope.system('abandoned sign-ins'), (tx) => this.flows.deleteExpired(tx, BATCH));
    return deleted === BATCH;
  }
}
