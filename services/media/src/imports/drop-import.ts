import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { ImportsRepository } from './imports.repository.ts';

/** The person gives up an import that has not begun; what has arrived of its zip is removed. */
@Injectable()
export class DropImport {
  constructor(
    private readonly uow: Uow,
    private readonly imports: ImportsRepository,
  ) {}

  /** @throws AppError conflict for one that is at work */
  async execute(userId: string): Promise<{ success: true }> {
    await this.uow.run(Scope.global(), async (tx) => {
      await this.imports.drop(tx, userId);
      if ((await this.imports.latest(tx, userId))?.state === 'working') {
        throw new AppError('conflict', 'This import has begun, and goes on to its end.');
      }
    });
    return { success: true };
  }
}
