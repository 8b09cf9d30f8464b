import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Loops } from '@postloom/chassis';
import type { Loop } from '@postloom/chassis';
import { Scope, Uow } from '@postloom/persistence';
import { DeletedBusinessesClaims } from './deleted-businesses.claims.ts';

const POLL_MS = 10_000;

@Injectable()
export class DeletedBusinessesWorker implements OnModuleInit {
  private loop: Loop | undefined;

  constructor(
    private readonly uow: Uow,
    private readonly loops: Loops,
    private readonly claims: DeletedBusinessesClaims,
  ) {}

  onModuleInit(): void {
    this.loop = this.loops.start({
      name: 'deleted businesses',
      everyMs: POLL_MS,
      run: () =>
        this.uow.run(Scope.system('rows of deleted businesses'), (tx) => this.claims.removeBatch(tx), {
          timeoutMs: 30_000,
        }),
    });
  }

  poke(): void {
    this.loop?.poke();
  }
}
