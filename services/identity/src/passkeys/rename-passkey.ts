import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { Passkey } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { PasskeysRepository } from './passkeys.repository.ts';

@Injectable()
export class RenamePasskey {
  constructor(
    private readonly uow: Uow,
    private readonly repository: PasskeysRepository,
  ) {}

  /** @throws AppError `not_found` */
  execute(userId: string, id: string, name: string): Promise<Passkey> {
    return this.uow.run(Scope.global(), async (tx) => {
      const renamed = await this.repository.rename(tx, userId, id, name);
      if (!renamed) {
        throw new AppError('not_found');
      }
      return renamed;
    });
  }
}
