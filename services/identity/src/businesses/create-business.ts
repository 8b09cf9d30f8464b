import { Injectable } from '@nestjs/common';
import { Random } from '@postloom/chassis';
import { toneFor } from '@postloom/contracts';
import type { Business, identityRpc, ParsedInputOf } from '@postloom/contracts';
import { Idempotency, Scope, Uow } from '@postloom/persistence';
import { addBusiness } from './add-business.ts';
import { toBusiness, valuesOf } from './business.ts';
import { BusinessesRepository } from './businesses.repository.ts';

/** A new business, owned by the person. */
@Injectable()
export class CreateBusiness {
  constructor(
    private readonly uow: Uow,
    private readonly random: Random,
    private readonly idempotency: Idempotency,
    private readonly businesses: BusinessesRepository,
  ) {}

  /** @throws AppError `idempotency_mismatch`, `conflict` (the first call with this key is still running) */
  execute(
    userId: string,
    input: ParsedInputOf<typeof identityRpc.businessCreate>,
    idempotencyKey: string | null,
  ): Promise<Business> {
    const values = valuesOf({ ...input, businessTone: toneFor(input.industryType, input.businessTone) });
    return this.uow.run(Scope.global(), async (tx) => {
      await this.businesses.actAs(tx, userId);
      return this.idempotency.run(tx, { userId, idempotencyKey }, 'business.create', input, async () => {
        await this.businesses.lockPerson(tx, userId);
        const id = this.random.uuidv7();
        return toBusiness(await addBusiness(tx, this.businesses, { id, userId, values }), 'owner');
      });
    });
  }
}
