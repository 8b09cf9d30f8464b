import { Injectable } from '@nestjs/common';
import type { SocialAccount } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import type { List, PageQuery } from '@postloom/persistence';
import { toSocialAccount } from './account.ts';
import { AccountsRepository } from './accounts.repository.ts';

/** The connected accounts of a business. */
@Injectable()
export class ListAccounts {
  constructor(
    private readonly uow: Uow,
    private readonly accounts: AccountsRepository,
  ) {}

  /** In the platforms' order. @throws AppError validation_failed for a cursor that was not issued here */
  page(businessId: string, query: PageQuery): Promise<List<SocialAccount>> {
    return this.uow.run(
      Scope.business(businessId),
      (tx) => this.accounts.page(tx, businessId, query, toSocialAccount),
      {
        readOnly: true,
      },
    );
  }

  async execute(businessId: string): Promise<SocialAccount[]> {
    const { accounts, now } = await this.uow.run(
      Scope.business(businessId),
      (tx) => this.accounts.connected(tx, businessId),
      {
        readOnly: true,
      },
    );
    return accounts.map((account) => toSocialAccount(account, now));
  }
}
