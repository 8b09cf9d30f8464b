import { Injectable } from '@nestjs/common';
import { AppError } from '@postloom/contracts';
import type { openidRpc, OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Scope, Uow } from '@postloom/persistence';
import { tokenHash } from '../credentials/index.ts';
import { metrics } from '../metrics.ts';
import { OpenSession } from '../sessions/index.ts';
import { toUser } from '../users/index.ts';
import { proofsOf, secretOf, secretsOf } from './browser-secrets.ts';
import { OpenidProvider } from './provider.ts';
import { RecognizePerson } from './recognize-person.ts';
import { SignInsRepository } from './sign-ins.repository.ts';

/** An ID token that is longer would not fit into the address of the provider's sign-out. */
const LONGEST_ID_TOKEN = 4_096;

type Finish = typeof openidRpc.signInFinish;

/**
 * The provider's answer. The state is used up before anything else, in its own transaction: whatever becomes of the answer, it is not tried
 * twice. The session gets a new id, and the one that the browser had before ends.
 */
@Injectable()
export class FinishSignIn {
  constructor(
    private readonly uow: Uow,
    private readonly provider: OpenidProvider,
    private readonly signIns: SignInsRepository,
    private readonly recognizePerson: RecognizePerson,
    private readonly openSession: OpenSession,
  ) {}

  /** @throws AppError `not_found` (no provider is set up), `invalid_state`, `dependency_failed` */
  async execute(input: ParsedInputOf<Finish>, signal?: AbortSignal): Promise<OutputOf<Finish>> {
    const query = new URLSearchParams(input.query);
    const { state, secret, returnTo } = await this.redeem(query, input.browser);
    const answer = await this.provider.redeem(query, state, proofsOf(secret), signal);
    if (answer === null) {
      return this.refused('cancelled', returnTo);
    }
    const { person, idToken } = answer;
    const result = await this.uow.run(Scope.global(), async (tx) => {
      const recognized = await this.recognizePerson.execute(tx, person);
      if ('refusal' in recognized) {
        return recognized;
      }
      const { user } = recognized;
      const session = await this.openSession.execute(
        tx,
        { id: user.user_id, email: user.email },
        input.origin,
        'provider',
        input.replaces,
      );
      const kept = idToken.length <= LONGEST_ID_TOKEN ? idToken : null;
      await this.signIns.keepIdToken(tx, tokenHash(session.sessionToken), kept);
      return { user, session };
    });
    if ('refusal' in result) {
      return this.refused(result.refusal, returnTo);
    }
    metrics.signIns.add(1, { outcome: 'ok' });
    return { outcome: 'signed_in', user: toUser(result.user), ...result.session, returnTo };
  }

  /** What is refused here leaves the sign-in as it was: a stranger's attempt does not end it. */
  private async redeem(
    query: URLSearchParams,
    browser: string | null,
  ): Promise<{ state: string; secret: string; returnTo: string }> {
    const [state, ...others] = query.getAll('state');
    if ((await this.provider.isOfAnother(query)) || state === undefined || others.length > 0) {
      throw new AppError('invalid_state');
    }
    const pending = await this.uow.run(Scope.global(), (tx) =>
      this.signIns.redeem(tx, tokenHash(state), secretsOf(browser).map(tokenHash)),
    );
    const secret = pending === null ? undefined : secretOf(browser, pending.browser_hash);
    if (pending === null || secret === undefined) {
      throw new AppError('invalid_state');
    }
    return { state, secret, returnTo: pending.return_to };
  }

  private refused(reason: Extract<OutputOf<Finish>, { outcome: 'refused' }>['reason'], returnTo: string) {
    metrics.signIns.add(1, { outcome: 'refused' });
    return { outcome: 'refused' as const, reason, returnTo };
  }
}
