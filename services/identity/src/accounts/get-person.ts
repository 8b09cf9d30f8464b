import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { identityRpc, OutputOf } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { UsersRepository } from './users.repository.ts';

/** The person as their own export shows them; no credential and no token is part of it. */
@Injectable()
export class GetPerson {
  constructor(
    private readonly uow: Uow,
    private readonly users: UsersRepository,
  ) {}

  /** @throws AppError `not_found` for a person who is being deleted */
  async execute(userId: string): Promise<OutputOf<typeof identityRpc.personGet>> {
    const person = await this.uow.run(Scope.global(), (tx) => this.users.exported(tx, userId), { readOnly: true });
    if (person === null) {
      throw new AppError('not_found');
    }
    return { ...person, createdAt: person.createdAt.toISOString() };
  }
}
