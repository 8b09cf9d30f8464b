import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type {
  ConnectableAccount,
  Delivery,
  PublishPhoto,
  SavedSteps,
  SocialPlatform,
  TokenSet,
} from '../../../services/social-publisher/src/platforms/index.ts';
import { Ledger } from '../../harness/src/ledger.ts';
import { shown, shownUrl } from './recorder.ts';
import type { Exchange, Hosts } from './recorder.ts';
import type { Stage } from './stage.ts';

const redirectUri = 'https://postloom.example/api/social/callback';
const MAX_VERIFICATIONS = 100;

/** Walks one account of one platform from the consent over a deleted post to its end, and writes down every request. */
export class Walk {
  readonly lines: string[] = [];
  private readonly platform: SocialPlatform;
  private readonly stage: Stage;
  private readonly sandbox: Ledger;
  private readonly hosts: Hosts;
  private readonly exchanges: Exchange[];
  private told = 0;

  constructor(platform: SocialPlatform, stage: Stage, hosts: Hosts, exchanges: Exchange[]) {
    this.platform = platform;
    this.stage = stage;
    this.sandbox = new Ledger(stage.origin);
    this.hosts = hosts;
    this.exchanges = exchanges;
  }

  async run(title: string, accountName: string, choose: (account: ConnectableAccount) => boolean): Promise<void> {
    this.lines.push(`# ${title}`, '');
    const account = await this.connect(accountName, choose);
    const single = await this.publish('One picture', account, 1);
    await this.verifyAgain(single);
    await this.permalink(single);
    const several = await this.publish('Several pictures', account, 2);
    await this.permalink(several);
    await this.remove(single);
    await this.disconnect(await this.refresh(account.tokens));
  }

  private async connect(name: string, choose: (account: ConnectableAccount) => boolean): Promise<ConnectableAccount> {
    const verifier = randomBytes(48).toString('base64url');
    const codeChallenge = createHash('sha256').update(verifier).digest('base64url');
    const url = this.platform.signIn.authorizeUrl({
      state: randomBytes(16).toString('hex'),
      redirectUri,
      codeChallenge,
    });
    this.chapter('Connect', 'The person is sent here, consents, and comes back with a code:', '', '```http');
    this.lines.push(`GET ${shownUrl(url, this.hosts)}`, '```', '');
    const code = await this.consent(url, name);
    const grant = await this.platform.signIn.exchangeCode({ code, redirectUri, verifier });
    const accounts = await this.platform.signIn.connectableAccounts(grant);
    this.tell();
    const account = accounts.find(choose);
    if (account === undefined) {
      throw new Error(`${this.platform.label} offered nothing to connect`);
    }
    const offered = accounts.map(({ name: shownName, remoteId, unusable }) => ({
      name: shownName,
      remoteId,
      unusable,
    }));
    this.lines.push('Offered to the person:', '', '```json', JSON.stringify(offered, null, 2), '```', '');
    return account;
  }

  private async publish(title: string, account: ConnectableAccount, photoCount: number): Promise<Published> {
    const one = this.delivery(
      account,
      `${title}: warm rolls (from 7 am) & jam #bakery ${randomUUID().slice(0, 8)}`,
      photoCount,
    );
    this.chapter(title, 'Prepare (may be repeated):', '');
    for (let pass = 0; ; pass += 1) {
      const { kind } = await this.platform.prepare(one.delivery, one.steps, one.save);
      if (kind === 'ready') {
        break;
      }
      if (kind !== 'processing' || pass > MAX_VERIFICATIONS) {
        throw new Error(`prepare: ${kind}`);
      }
      await wait(100);
    }
    this.tell();
    this.lines.push('Send (once):', '');
    const outcome = await this.platform.send(one.delivery, one.steps, () => undefined, one.save);
    this.tell();
    if (outcome.kind === 'published') {
      return { ...one, remoteId: outcome.remoteId };
    }
    if (outcome.kind !== 'accepted') {
      throw new Error(`send: ${JSON.stringify(outcome)}`);
    }
    this.lines.push('The platform works on it; looks follow until it is public (the last one is shown):', '');
    const remoteId = await this.settled(one);
    return { ...one, remoteId };
  }

  private async settled(one: Journey): Promise<string> {
    for (let pass = 0; pass < MAX_VERIFICATIONS; pass += 1) {
      this.told = this.exchanges.length;
      const finding = await this.verify(one);
      if (finding.kind === 'seen' && finding.sightings[0]) {
        this.tell();
        return finding.sightings[0].remoteId;
      }
      await wait(100);
    }
    throw new Error(`${this.platform.label} did not publish`);
  }

  private async verifyAgain(one: Published): Promise<void> {
    this.chapter('A look after doubt', 'As if the answer to the send had been lost:', '');
    const finding = await this.verify({ ...one, steps: forgetful(one.steps) });
    this.tell();
    const seen = finding.kind === 'seen' ? finding.sightings.map((sighting) => sighting.remoteId) : [];
    if (!seen.includes(one.remoteId)) {
      throw new Error(`the look found ${JSON.stringify(finding)}, not ${one.remoteId}`);
    }
    this.lines.push(`Found: \`${one.remoteId}\``, '');
  }

  private async permalink(one: Published): Promise<void> {
    this.chapter('Permalink');
    const link = await this.platform.permalink(one.delivery, one.remoteId);
    if (link === null) {
      throw new Error('no permalink');
    }
    this.tell();
    this.lines.push(`\`${shownUrl(link, this.hosts)}\``, '');
  }

  private async remove(one: Published): Promise<void> {
    this.chapter('Delete');
    const removal = await this.platform.remove(one.delivery, one.remoteId);
    this.tell();
    this.lines.push(removal.kind === 'not_offered' ? removal.message : `Outcome: \`${removal.kind}\``, '');
  }

  private async refresh(tokens: TokenSet): Promise<TokenSet> {
    this.chapter('Refresh');
    const due = this.platform.signIn.refreshDueAt(tokens);
    if (due === null) {
      this.lines.push('Nothing to refresh: the token has no end.', '');
      return tokens;
    }
    // Instagram, whose tokens renew themselves, refuses within the first day.
    await this.sandbox.settings({ clockOffsetSeconds: tokens.refreshToken === null ? 2 * 86_400 : 0 });
    const fresh = await this.platform.signIn.refresh(tokens);
    await this.sandbox.settings({ clockOffsetSeconds: 0 });
    this.tell();
    return fresh;
  }

  private async disconnect(tokens: TokenSet): Promise<void> {
    this.chapter('Disconnect');
    await this.platform.signIn.revoke(tokens);
    this.tell();
  }

  private verify(one: Journey): ReturnType<SocialPlatform['verify']> {
    const now = new Date();
    return this.platform.verify(one.delivery, one.steps, new Date(now.getTime() - 60_000), {
      now,
      intentAt: now,
      hasEarlierTry: false,
      isSettled: true,
      guard: () => undefined,
      save: one.save,
    });
  }

  private delivery(account: ConnectableAccount, caption: string, photoCount: number): Journey {
    const photos = [...this.stage.bytes].slice(0, photoCount).map(([path, bytes]): PublishPhoto => ({
      photoId: path,
      width: 1080,
      height: 1080,
      bytes: bytes.length,
      mimeType: 'image/jpeg',
      altText: 'Rolls on a tray',
      publicUrl: `${this.stage.pictures}${path}`,
      load: () => Promise.resolve(bytes),
    }));
    const journey: Journey = {
      delivery: {
        accountRemoteId: account.remoteId,
        username: account.username,
        tokens: account.tokens,
        caption,
        photoCount,
        photos: () => Promise.resolve(photos),
        budget: () => undefined,
      },
      steps: {},
      save: (steps) => {
        journey.steps = steps;
        return Promise.resolve();
      },
    };
    return journey;
  }

  private async consent(url: string, name: string): Promise<string> {
    const address = new URL(url);
    address.searchParams.set('sandbox_approve', '1');
    address.searchParams.set('sandbox_account', name);
    const answer = await fetch(address, { redirect: 'manual' });
    const code = new URL(answer.headers.get('location') ?? 'http://nowhere').searchParams.get('code');
    if (code === null) {
      throw new Error(`no code: ${answer.status} ${await answer.text()}`);
    }
    return code;
  }

  private chapter(title: string, ...lines: string[]): void {
    this.lines.push(`## ${title}`, '', ...lines);
  }

  /** Everything that was sent since the last time. */
  private tell(): void {
    const fresh = this.exchanges.slice(this.told);
    if (fresh.length === 0) {
      this.lines.push('No request.', '');
    }
    for (const exchange of fresh) {
      this.told += 1;
      this.lines.push(shown(exchange, this.told, this.hosts));
    }
  }
}

interface Journey {
  readonly delivery: Delivery;
  steps: SavedSteps;
  readonly save: (steps: SavedSteps) => Promise<void>;
}

interface Published extends Journey {
  readonly remoteId: string;
}

/** What is left when the answer to the send was lost: TikTok's publish id came with it. */
function forgetful(steps: SavedSteps): SavedSteps {
  return Object.fromEntries(Object.entries(steps).filter(([name]) => name !== 'publishId'));
}
