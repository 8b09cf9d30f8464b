import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Loops } from '@postloom/chassis';
import type { Loop } from '@postloom/chassis';
import { Scope, Uow } from '@postloom/persistence';
import { ErasedBusinessesClaims } from './erased-businesses.claims.ts';

const POLL_MS = 10_000;
const BATCH = 200;

@Injectable()
export class ErasedBusinessesWorker implements OnModuleInit {
  private loop: Loop | undefined;

  constructor(
    private readonly uow: Uow,
    private readonly claims: ErasedBusinessesClaims,
    private readonly loops: Loops,
  ) {}

  onModuleInit(): void {
    this.loop = this.loops.start({ name: 'erased businesses', everyMs: POLL_MS, run: () => this.round() });
  }

  poke(): void {
    this.loop?.poke();
  }

  private round(): Promise<boolean> {
    return this.uow.run(Scope.system('what is left of deleted businesses'), async (tx) => {
      const posts = await this.claims.deletePosts(tx, BATCH);
      const accounts = await this.claims.deleteAccounts(tx, BATCH);
      return posts + accounts > 0;
    });
  }
}
