import { Injectable } from '@nestjs/common';
import { Clock, Random } from '@postloom/chassis';
import type { identityRpc, OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Scope, Throttles, Uow } from '@postloom/persistence';
import { CredentialsRepository, PasswordHasher } from '../credentials/index.ts';
import { MailQueue } from '../mail/index.ts';
import { metrics } from '../metrics.ts';
import { OpenSession } from '../sessions/index.ts';
import { throttleKey } from '../throttle-keys.ts';
import { personName, toUser } from '../users/index.ts';
import { OpenAccount } from './open-account.ts';

/**
 * Sign-up with email and password. A taken address gets an answer of the same shape (a person that looks new, with no data of the real
 * one) but no session, and its owner is notified by mail, at most once a day.
 */
@Injectable()
export class RegisterUser {
  constructor(
    private readonly uow: Uow,
    private readonly clock: Clock,
    private readonly random: Random,
    private readonly hasher: PasswordHasher,
    private readonly credentials: CredentialsRepository,
    private readonly openAccount: OpenAccount,
    private readonly throttles: Throttles,
    private readonly openSession: OpenSession,
    private readonly mails: MailQueue,
  ) {}

  /** @throws AppError `rate_limited`, `unavailable` (too many sign-ins at once) */
  async execute(
    input: ParsedInputOf<typeof identityRpc.userRegister>,
    signal?: AbortSignal,
  ): Promise<OutputOf<typeof identityRpc.userRegister>> {
    const { email, password, origin } = input;
    const person = {
      id: this.random.uuidv7(),
      email,
      firstName: personName(input.firstName),
      lastName: personName(input.lastName),
    };
    this.hasher.refuseWhenBusy();
    await this.uow.run(Scope.global(), (tx) => this.throttles.take(tx, [throttleKey('limitRegister', origin.address)]));
    const passwordHash = await this.hasher.hash(password, signal);
    return this.uow.run(Scope.global(), async (tx) => {
      const row = await this.openAccount.execute(tx, person);
      if (!row) {
        if (await this.throttles.tryTake(tx, throttleKey('limitTakenNotice', email))) {
          await this.mails.addForAddress(tx, email, 'address_taken');
        }
        metrics.registrations.add(1, { outcome: 'taken' });
        return { user: this.asIfNew(person), session: null };
      }
      await this.credentials.setPassword(tx, person.id, passwordHash);
      const session = await this.openSession.execute(tx, person, origin, 'sign-up', input.replaces);
      await this.mails.add(tx, person.id, 'verify_email');
      metrics.registrations.add(1, { outcome: 'new' });
      return { user: toUser(row), session };
    });
  }

  private asIfNew(person: { id: string; email: string; firstName: string | null; lastName: string | null }) {
    return toUser({
      user_id: person.id,
      email: person.email,
      email_verified_at: null,
      first_name: person.firstName,
      last_name: person.lastName,
      profile_image_url: null,
      user_created_at: this.clock.now(),
      tier: 'free',
    });
  }
}
