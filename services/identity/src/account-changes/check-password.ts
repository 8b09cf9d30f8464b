import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import { Scope, Throttles, Uow } from '@postloom/persistence';
import { CredentialsRepository, PasswordHasher } from '../credentials/index.ts';
import { throttleKey } from '../throttle-keys.ts';

/**
 * Asks a signed-in person for the password again. Only wrong ones count against the throttle, per person and address: whoever sits at
 * somebody's open session can't guess it, and doesn't stop its owner elsewhere.
 */
@Injectable()
export class CheckPassword {
  constructor(
    private readonly uow: Uow,
    private readonly credentials: CredentialsRepository,
    private readonly hasher: PasswordHasher,
    private readonly throttles: Throttles,
  ) {}

  /**
   * Returns the person's address. `field` is where the form shows a refusal.
   * @throws AppError `validation_failed` (another password), `rate_limited`, `unavailable` (too many sign-ins at once)
   */
  async execute(
    userId: string,
    given: { field: string; password: string; address: string },
    signal?: AbortSignal,
  ): Promise<{ email: string }> {
    this.hasher.refuseWhenBusy();
    const keys = [throttleKey('limitPasswordCheck', userId, given.address)];
    const person = await this.uow.run(Scope.global(), async (tx) => {
      await this.throttles.take(tx, keys);
      return this.credentials.find(tx, userId);
    });
    if (!person || !(await this.hasher.verify(person.password_hash, given.password, signal))) {
      throw new AppError('validation_failed', WRONG, { details: [{ path: given.field, message: WRONG }] });
    }
    await this.uow.run(Scope.global(), (tx) => this.throttles.giveBack(tx, keys));
    return { email: person.email };
  }
}

const WRONG = 'This is not your current password.';
