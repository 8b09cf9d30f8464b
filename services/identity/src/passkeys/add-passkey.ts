import { Injectable } from '@nestjs/common';
import { Random } from '@postloom/chassis';
import { AppError } from '@postloom/contracts';
import type { Passkey, ParsedInputOf, secondStepRpc } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { Audit } from '../audit/index.ts';
import { Challenges } from '../challenges/index.ts';
import { MailQueue } from '../mail/index.ts';
import { ConfirmedSessions } from '../sessions/index.ts';
import { PasskeysRepository } from './passkeys.repository.ts';
import { WebAuthn } from './web-authn.ts';

const MOST = 20;

/** A passkey that the person's device has just made. */
@Injectable()
export class AddPasskey {
  constructor(
    private readonly uow: Uow,
    private readonly random: Random,
    private readonly confirmed: ConfirmedSessions,
    private readonly challenges: Challenges,
    private readonly webAuthn: WebAuthn,
    private readonly repository: PasskeysRepository,
    private readonly mails: MailQueue,
    private readonly audit: Audit,
  ) {}

  /**
   * @throws AppError `confirmation_required`, `invalid_state` (not asked for in this session, answered, or too old), `invalid_passkey`,
   * `conflict` (it is known, or the person has as many as there may be)
   */
  async execute(
    userId: string,
    { name, passkey, sessionId, origin }: ParsedInputOf<typeof secondStepRpc.passkeyAdd>,
  ): Promise<Passkey> {
    const challenge = challengeOf(passkey.response.clientDataJSON);
    // Used before it is checked: an answer that is refused is not tried again and again.
    await this.uow.run(Scope.global(), async (tx) => {
      await this.confirmed.require(tx, userId, sessionId);
      await this.challenges.usePasskeyAdd(tx, userId, sessionId, challenge);
    });
    const made = await this.webAuthn.checkNew(passkey, challenge);
    return this.uow.run(Scope.global(), async (tx) => {
      await this.confirmed.require(tx, userId, sessionId);
      const added = await this.repository.insert(tx, userId, { ...made, id: this.random.uuidv7(), name }, MOST);
      if (!added) {
        throw new AppError('conflict', `This passkey is known already, or you have ${MOST} of them.`);
      }
      await this.mails.add(tx, userId, 'ways_changed');
      await this.audit.note(tx, userId, { act: 'passkey_added', detail: name, userAgent: origin.userAgent });
      return added;
    });
  }
}

/** What the device signed, by its own words; the check compares it with what we asked for. @throws AppError `invalid_passkey` */
function challengeOf(clientDataJson: string): string {
  const challenge = parsed(Buffer.from(clientDataJson, 'base64url').toString('utf8'))?.challenge;
  if (typeof challenge !== 'string') {
    throw new AppError('invalid_passkey');
  }
  return challenge;
}

function parsed(json: string): { readonly challenge?: unknown } | null {
  try {
    return JSON.parse(json) as { readonly challenge?: unknown } | null;
  } catch {
    return null; // nothing that a browser made
  }
}
