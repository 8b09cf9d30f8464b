import { Inject, Injectable } from '@nestjs/common';
import { Clock, CONFIG, HttpClient } from '@postloom/chassis';
import type { PublisherConfig } from '../config.ts';
import { grantedPermissions, GraphClient, PlatformError, publishingLimit } from '../platforms/index.ts';
import type { SocialPlatform, TokenSet } from '../platforms/index.ts';
import type { ConnectionFacts, Examination } from './connection-checks.ts';

/** Milliseconds for all questions together: the person waits. */
const PATIENCE_MS = 8_000;

type Answer = Extract<Examination, { kind: 'answered' }>;
type Subject = Pick<ConnectionFacts, 'platform' | 'remoteId' | 'grantorId' | 'scopes'>;

/**
 * Asks a platform whether a connection works, with reads only: nothing is refreshed (that is the lane's), nothing is parked,
 * nothing is sent.
 */
@Injectable()
export class AskPlatform {
  private readonly facebook: GraphClient;
  private readonly instagram: GraphClient;

  constructor(
    @Inject(CONFIG) config: PublisherConfig,
    http: HttpClient,
    private readonly clock: Clock,
  ) {
    this.facebook = new GraphClient(http, 'Facebook', `${config.facebookApiUrl}/${config.facebookApiVersion}`);
    this.instagram = new GraphClient(http, 'Instagram', `${config.instagramGraphUrl}/${config.instagramApiVersion}`);
  }

  async execute(adapter: SocialPlatform, subject: Subject, tokens: TokenSet): Promise<Examination> {
    const isRenewable = tokens.refreshToken !== null;
    if (isRenewable && tokens.expiresAt !== null && Date.parse(tokens.expiresAt) <= this.clock.now().getTime()) {
      return { kind: 'not_asked', why: 'The access is renewed before the next post, so there was nothing to try.' };
    }
    const patience = new AbortController();
    try {
      return await Promise.race([
        this.ask(adapter, subject, tokens),
        this.clock.delay(PATIENCE_MS, patience.signal).then((): Examination => ({ kind: 'silent', problem: null })),
      ]);
    } catch (error) {
      if (!(error instanceof PlatformError)) {
        throw error;
      }
      return { kind: 'silent', problem: error.problem };
    } finally {
      patience.abort();
    }
  }

  private async ask(adapter: SocialPlatform, subject: Subject, tokens: TokenSet): Promise<Answer> {
    switch (subject.platform) {
      case 'facebook':
        return this.askFacebook(adapter, subject, tokens);
      case 'instagram': {
        const answer = await offered(adapter, subject, tokens);
        return { ...answer, quota: await this.instagramQuota(subject, tokens) };
      }
      case 'twitter':
      case 'linkedin':
      case 'tiktok':
        return offered(adapter, subject, tokens);
    }
  }

  /** The Page's token is what posts; the person's own says which permissions and roles they have, while it lives (60 days). */
  private async askFacebook(adapter: SocialPlatform, subject: Subject, tokens: TokenSet): Promise<Answer> {
    await this.facebook.call({ method: 'GET', path: '/me', token: tokens.accessToken, query: { fields: 'id' } });
    if (tokens.grantToken === null) {
      return { kind: 'answered', scopes: null, unusable: null, quota: null };
    }
    const person = { ...tokens, accessToken: tokens.grantToken };
    try {
      const scopes = await grantedPermissions(this.facebook, person.accessToken);
      return { ...(await offered(adapter, { ...subject, scopes }, person)), scopes };
    } catch (error) {
      // The Page's token goes on when the person's has ended: what can't be asked any more counts as it was.
      if (!(error instanceof PlatformError) || error.problem.kind !== 'reconnect') {
        throw error;
      }
      return { kind: 'answered', scopes: null, unusable: null, quota: null };
    }
  }

  private async instagramQuota(subject: Subject, tokens: TokenSet): Promise<Answer['quota']> {
    const answer = await this.instagram.call({
      method: 'GET',
      path: `/${subject.remoteId}/content_publishing_limit`,
      token: tokens.accessToken,
      query: { fields: 'quota_usage,config' },
    });
    return publishingLimit(answer);
  }
}

/** What the consent offers today, as when connecting: is the account still among it, and may it be posted to? */
async function offered(adapter: SocialPlatform, subject: Subject, tokens: TokenSet): Promise<Answer> {
  const { scopes, grantorId, remoteId } = subject;
  const accounts = await adapter.signIn.connectableAccounts({ tokens, scopes, grantorId });
  const account = accounts.find((one) => one.remoteId === remoteId);
  const unusable =
    account === undefined
      ? `${adapter.label} no longer offers this account to the person who connected it. Ask its owner for the role again.`
      : account.unusable;
  return { kind: 'answered', scopes: null, unusable, quota: null };
}
