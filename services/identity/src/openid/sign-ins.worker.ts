import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Housekeeping, Scope, Uow } from '@postloom/persistence';
import { SignInsClaims } from './sign-ins.claims.ts';

const BATCH = 500;
const EVERY_SECONDS = 60;

/** Removes sign-ins that nobody came back from: anybody may begin one. */
@Injectable()
export class SignInsWorker implements OnModuleInit {
  constructor(
    private readonly uow: Uow,
    private readonly signIns: SignInsClaims,
    private readonly housekeeping: Housekeeping,
  ) {}

  onModuleInit(): void {
    this.housekeeping.add({ name: 'openid-sign-ins', everySeconds: EVERY_SECONDS, run: () => this.execute() });
  }

  /** True when there may be more. */
  async execute(): Promise<boolean> {
    const deleted = await this.uow.run(Scope.global(), (tx) => this.signIns.deleteExpired(tx, BATCH));
    return deleted === BATCH;
  }
}
