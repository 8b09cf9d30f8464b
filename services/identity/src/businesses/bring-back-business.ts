import { Injectable } from '@nestjs/common';
import { toneFor } from '@postloom/contracts';
import type { bringBackRpc, ParsedInputOf } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { addBusiness } from './add-business.ts';
import { valuesOf } from './business.ts';
import { BusinessesRepository } from './businesses.repository.ts';

/** A business of an export as a new one of the person, under the id that the import has chosen for it. Repeating it changes nothing. */
@Injectable()
export class BringBackBusiness {
  constructor(
    private readonly uow: Uow,
    private readonly businesses: BusinessesRepository,
  ) {}

  /** @throws AppError `unauthorized` for a person who is being deleted */
  execute(userId: string, { id, profile }: ParsedInputOf<typeof bringBackRpc.business>): Promise<{ success: true }> {
    const values = valuesOf({ ...profile, businessTone: toneFor(profile.industryType, profile.businessTone) });
    return this.uow.run(Scope.global(), async (tx) => {
      await this.businesses.actAs(tx, userId);
      await this.businesses.lockPerson(tx, userId);
      if ((await this.businesses.find(tx, userId, id)) === null) {
        await addBusiness(tx, this.businesses, { id, userId, values });
      }
      return { success: true };
    });
  }
}
