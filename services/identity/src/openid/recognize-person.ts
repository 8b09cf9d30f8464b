import { Injectable } from '@nestjs/common';
import { Random } from '@postloom/chassis';
import type { SignInRefusal } from '@postloom/contracts';
import { Throttles } from '@postloom/persistence';
import type { Tx } from '@postloom/persistence';
import { OpenAccount } from '../accounts/index.ts';
import { MailQueue } from '../mail/index.ts';
import { OneUseTokens } from '../one-use-tokens/index.ts';
import { throttleKey } from '../throttle-keys.ts';
import { emitUserChanged } from '../users/index.ts';
import type { UserRow } from '../users/index.ts';
import { LinksRepository } from './links.repository.ts';
import type { ProvidedPerson } from './provided-person.ts';

export type Recognized = { readonly user: UserRow } | { readonly refusal: SignInRefusal };

/**
 * Whose account it is, by issuer and subject; an unknown person gets a new account. An account that has the person's address is never
 * handed over on the provider's word alone (deploy/docs/adr/0033).
 */
@Injectable()
export class RecognizePerson {
  constructor(
    private readonly random: Random,
    private readonly links: LinksRepository,
    private readonly openAccount: OpenAccount,
    private readonly tokens: OneUseTokens,
    private readonly throttles: Throttles,
    private readonly mails: MailQueue,
  ) {}

  async execute(tx: Tx, person: ProvidedPerson): Promise<Recognized> {
    const known = (await this.known(tx, person)) ?? (await this.newcomer(tx, person));
    if (known !== null) {
      return { user: known };
    }
    if (person.email === null) {
      return { refusal: 'address_missing' };
    }
    // Signed in for the first time in two tabs: the other one has just made the account.
    const meanwhile = await this.known(tx, person);
    return meanwhile === null ? { refusal: await this.askHolder(tx, person, person.email) } : { user: meanwhile };
  }

  private async known(tx: Tx, person: ProvidedPerson): Promise<UserRow | null> {
    const user = await this.links.findPerson(tx, person);
    const version = user === null ? null : await this.links.takeOver(tx, user.user_id, person);
    if (user === null || version === null) {
      return user;
    }
    await emitUserChanged(tx, user.user_id, version);
    return this.links.findPerson(tx, person);
  }

  /** Null when the person has no address, or somebody else has it. */
  private async newcomer(tx: Tx, person: ProvidedPerson): Promise<UserRow | null> {
    if (person.email === null) {
      return null;
    }
    const { email, firstName, lastName } = person;
    const id = this.random.uuidv7();
    if ((await this.openAccount.execute(tx, { id, email, firstName, lastName })) === null) {
      return null;
    }
    await this.links.insert(tx, id, person);
    await this.links.takeOver(tx, id, person);
    if (!person.emailVerified) {
      await this.mails.add(tx, id, 'verify_email');
    }
    return this.links.findPerson(tx, person);
  }

  /** Mails the account's owner a link that connects the two; only who reads that mailbox can follow it. */
  private async askHolder(tx: Tx, person: ProvidedPerson, email: string): Promise<SignInRefusal> {
    const holder = await this.links.findHolder(tx, email);
    if (holder === null || !person.emailVerified) {
      return 'address_taken';
    }
    if (await this.links.ask(tx, holder.user_id, person)) {
      await this.tokens.withdraw(tx, 'connect_sign_in', holder.user_id);
    }
    if (await this.throttles.tryTake(tx, throttleKey('limitConnectMail', holder.user_id))) {
      await this.mails.add(tx, holder.user_id, 'connect_sign_in');
    }
    return 'confirm_by_mail';
  }
}
