import { Inject, Injectable } from '@nestjs/common';
import { Clock, CONFIG, HttpClient, Logger, messageOf } from '@postloom/chassis';
import { AppError } from '@postloom/contracts';
import type * as openidClient from 'openid-client';
import type { ClientAuth, Configuration, ServerMetadata } from 'openid-client';
import type { IdentityConfig } from '../config.ts';
import type { Proofs } from './browser-secrets.ts';
import { providedPerson } from './provided-person.ts';
import type { ProvidedPerson } from './provided-person.ts';
import { providerFetch } from './provider-fetch.ts';
import { openidSettings } from './settings.ts';
import type { OpenidSettings } from './settings.ts';

type Library = typeof openidClient;

/** The provider's answer to a sign-in; null when the person did not go on there. */
export type Answer = { readonly person: ProvidedPerson; readonly idToken: string } | null;

const SCOPE = 'openid email profile';
const FAILED = 'Your sign-in service is not working right now. Please try again in a few minutes.';

/**
 * The OpenID Connect provider of `OIDC_ISSUER`: code flow with PKCE, state and nonce. Its metadata is kept for `OIDC_DISCOVERY_SECONDS`; its
 * keys are read with each sign-in, so that a key it has withdrawn signs nobody in. The library is loaded with the first sign-in.
 */
@Injectable()
export class OpenidProvider {
  private readonly settings: OpenidSettings | null;
  private readonly publicUrl: string;
  private known: { readonly metadata: Promise<ServerMetadata>; readonly until: number } | null = null;

  constructor(
    @Inject(CONFIG) private readonly config: IdentityConfig,
    private readonly http: HttpClient,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    this.settings = openidSettings(config);
    this.publicUrl = config.publicUrl.replace(/\/+$/, '');
  }

  get isSetUp(): boolean {
    return this.settings !== null;
  }

  /** Where the browser goes to sign in. @throws AppError `not_found` (none is set up), `dependency_failed` */
  async authorizeUrl(state: string, { verifier, nonce }: Proofs): Promise<string> {
    const { library, client } = await this.open();
    try {
      return library.buildAuthorizationUrl(client, {
        ...{ redirect_uri: this.redirectUri, response_type: 'code', scope: SCOPE, state, nonce },
        code_challenge: await library.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).href;
    } catch (error) {
      throw this.failure('The metadata of the provider names no place to sign in', error);
    }
  }

  /** True for an answer that names another issuer: it was meant for another server (RFC 9207). @throws as `authorizeUrl` */
  async isOfAnother(query: URLSearchParams): Promise<boolean> {
    const { client } = await this.open();
    const { issuer } = client.serverMetadata();
    return query.getAll('iss').some((named) => named !== issuer);
  }

  /**
   * Exchanges the code and checks all that comes with it. @throws AppError `invalid_state` (the code is not or no longer valid),
   * `dependency_failed` (no answer, or one that can't be trusted)
   */
  async redeem(
    query: URLSearchParams,
    state: string,
    { verifier, nonce }: Proofs,
    signal?: AbortSignal,
  ): Promise<Answer> {
    const { library, client } = await this.open(signal);
    try {
      const tokens = await library.authorizationCodeGrant(client, new URL(`${this.redirectUri}?${query}`), {
        ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
      });
      const told = tokens.claims();
      if (told === undefined || tokens.id_token === undefined) {
        throw new Error('there is no ID token');
      }
      const more =
        told['email'] === undefined && client.serverMetadata().userinfo_endpoint !== undefined
          ? await library.fetchUserInfo(client, tokens.access_token, told.sub)
          : {};
      return { person: providedPerson({ ...more, ...told }), idToken: tokens.id_token };
    } catch (error) {
      if (error instanceof library.AuthorizationResponseError && error.error === 'access_denied') {
        return null;
      }
      throw this.failure('A sign-in at the provider failed', error);
    }
  }

  /** Where the browser goes to sign out at the provider; undefined where it has no such place, or none can be found out. */
  async leaveUrl(idToken: string | null): Promise<string | undefined> {
    try {
      const { library, client } = await this.open();
      return client.serverMetadata().end_session_endpoint === undefined
        ? undefined
        : library.buildEndSessionUrl(client, {
            post_logout_redirect_uri: `${this.publicUrl}/`,
            ...(idToken !== null && { id_token_hint: idToken }),
          }).href;
    } catch (error) {
      this.logger.warn('A person is signed out here and not at the provider', { reason: messageOf(error) });
      return undefined; // our own session has ended all the same
    }
  }

  /** Fixed by configuration, never by a request's Host. */
  private get redirectUri(): string {
    return `${this.publicUrl}/api/auth/callback`;
  }

  private async open(signal?: AbortSignal): Promise<{ library: Library; client: Configuration }> {
    if (this.settings === null) {
      throw new AppError('not_found');
    }
    const library = await import('openid-client');
    const metadata = await this.metadata(library, this.settings);
    const { clientId, clientSecret } = this.settings;
    const client = new library.Configuration(
      metadata,
      clientId,
      undefined,
      authentication(library, metadata, clientSecret),
    );
    client[library.customFetch] = providerFetch(this.http, this.config.oidcTimeoutMs, signal);
    library.enableNonRepudiationChecks(client);
    if (this.settings.issuer.protocol === 'http:') {
      library.allowInsecureRequests(client);
    }
    return { library, client };
  }

  /** Read once for all who ask at the same time; a failure is not kept. */
  private async metadata(library: Library, settings: OpenidSettings): Promise<ServerMetadata> {
    const now = this.clock.monotonicMs();
    if (this.known === null || this.known.until <= now) {
      const metadata = this.discover(library, settings);
      const known = { metadata, until: now + this.config.oidcDiscoverySeconds * 1_000 };
      this.known = known;
      metadata.catch(() => {
        if (this.known === known) {
          this.known = null;
        }
      });
    }
    return this.known.metadata;
  }

  private async discover(library: Library, { issuer, clientId }: OpenidSettings): Promise<ServerMetadata> {
    try {
      const found = await library.discovery(issuer, clientId, undefined, undefined, {
        [library.customFetch]: providerFetch(this.http, this.config.oidcTimeoutMs),
        ...(issuer.protocol === 'http:' && { execute: [library.allowInsecureRequests] }),
      });
      return found.serverMetadata();
    } catch (error) {
      throw this.failure('The metadata of the provider could not be read', error);
    }
  }

  /** The error for the person, once it is in the log. What the provider wrote stays out of both: it may quote people. */
  private failure(what: string, error: unknown): AppError {
    if (error instanceof AppError) {
      return error;
    }
    const { code, error: refusal, cause } = error as { code?: unknown; error?: unknown; cause?: unknown };
    const isCodeRefused = refusal === 'invalid_grant';
    this.logger.warn(what, {
      reason: messageOf(error),
      code: typeof code === 'string' ? code : null,
      refusal: typeof refusal === 'string' ? refusal.slice(0, 100) : null,
      cause: cause instanceof Error ? cause.message : null,
    });
    return isCodeRefused ? new AppError('invalid_state') : new AppError('dependency_failed', FAILED, { cause: error });
  }
}

/** `client_secret_basic` is what a provider has that names nothing. */
function authentication(library: Library, metadata: ServerMetadata, clientSecret: string): ClientAuth {
  const ways = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return ways.includes('client_secret_basic')
    ? library.ClientSecretBasic(clientSecret)
    : library.ClientSecretPost(clientSecret);
}
