import { Injectable } from '@nestjs/common';
import { identityEvents } from '@postloom/contracts';
import type { Tx } from '@postloom/persistence';
import { OpenPlan } from '../plans/index.ts';
import type { UserRow } from '../users/index.ts';
import { UsersRepository } from './users.repository.ts';

/** A new person with the free plan, however they sign in. Runs in the caller's transaction. */
@Injectable()
export class OpenAccount {
  constructor(
    private readonly users: UsersRepository,
    private readonly openPlan: OpenPlan,
  ) {}

  /** Null when somebody has the address. */
  async execute(
    tx: Tx,
    person: { id: string; email: string; firstName: string | null; lastName: string | null },
  ): Promise<UserRow | null> {
    const row = await this.users.insert(tx, person);
    if (!row) {
      return null;
    }
    await this.openPlan.execute(tx, person.id);
    await tx.emit(identityEvents.userRegistered, {
      businessId: null,
      entityId: person.id,
      version: 1,
      data: { userId: person.id },
    });
    return { ...row, tier: 'free' };
  }
}
