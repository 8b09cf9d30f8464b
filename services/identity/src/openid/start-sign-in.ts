import { Injectable } from '@nestjs/common';
import { Random } from '@postloom/chassis';
import type { openidRpc, OutputOf, ParsedInputOf } from '@postloom/contracts';
import { Scope, Throttles, Uow } from '@postloom/persistence';
import { TOKEN_BYTES, tokenHash } from '../credentials/index.ts';
import { throttleKey } from '../throttle-keys.ts';
import { cookieWith, PENDING_MINUTES, proofsOf } from './browser-secrets.ts';
import { OpenidProvider } from './provider.ts';
import { SignInsRepository } from './sign-ins.repository.ts';

/** The way to the provider: a new state, bound to this browser by a new secret in its cookie. */
@Injectable()
export class StartSignIn {
  constructor(
    private readonly uow: Uow,
    private readonly random: Random,
    private readonly throttles: Throttles,
    private readonly provider: OpenidProvider,
    private readonly signIns: SignInsRepository,
  ) {}

  /** @throws AppError `not_found` (no provider is set up), `rate_limited`, `dependency_failed` */
  async execute(input: ParsedInputOf<typeof openidRpc.signInStart>): Promise<OutputOf<typeof openidRpc.signInStart>> {
    const [state, secret] = [this.random.token(TOKEN_BYTES), this.random.token(TOKEN_BYTES)];
    const authorizeUrl = await this.provider.authorizeUrl(state, proofsOf(secret));
    await this.uow.run(Scope.global(), async (tx) => {
      await this.throttles.take(tx, [throttleKey('limitProviderSignIn', input.origin.address)], 'sign-ins');
      await this.signIns.insert(tx, {
        ...{ stateHash: tokenHash(state), browserHash: tokenHash(secret), returnTo: input.returnTo },
      });
    });
    return { authorizeUrl, browser: cookieWith(secret, input.browser), keepSeconds: PENDING_MINUTES * 60 };
  }
}
