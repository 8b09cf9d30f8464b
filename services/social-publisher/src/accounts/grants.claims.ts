import { Injectable } from '@nestjs/common';
import { Scope, Uow } from '@postloom/persistence';
import { Inject } from '@nestjs/common';

/** Consents across tenants: taking one back at the platform may end other connections of the same person. */
@Injectable()
export class GrantsClaims {
  constructor(@Inject(Uow) private readonly uow: Uow) {}

  /** Is another account connected through the same person's consent, in whatever business? */
  isStillUsed(platform: string, grantorId: string): Promise<boolean> {
    return this.uow.run(
      Scope.system('a consent is shared by the accounts of one person'),
      async (tx) => {
        const rows = await tx.query(
          `SELECT 1 AS used FROM accounts WHERE platform = $1 AND grantor_id = $2 AND state <> 'removed' LIMIT 1`,
          [platform, grantorId],
        );
        return rows.length > 0;
      },
      { readOnly: true },
    );
  }
}
