import { setTimeout as wait } from 'node:timers/promises';
import { Person } from '../../harness/src/client.ts';
import { eventually } from '../../harness/src/eventually.ts';
import { Ledger } from '../../harness/src/ledger.ts';
import { smallPicture } from '../../harness/src/picture.ts';
import { startLiveStack } from '../../local/src/checks/live-stack.ts';
import type { LiveStack } from '../../local/src/checks/live-stack.ts';
import { killProcess } from './kill.ts';
import { judge } from './judge.ts';
import type { DuePost, Verdict } from './judge.ts';
import { random } from './random.ts';

const PLATFORMS = ['instagram', 'facebook', 'twitter'] as const;

/** In turn, each of them once; the publisher again at the end of every round, because it is the one that sends. */
export const VICTIMS = [
  'scheduling',
  'publisher',
  'postgres',
  'nats',
  'media',
  'identity',
  'gateway',
  'captions',
  'analytics',
  'publisher',
] as const;

export interface Scenario {
  readonly dataDir: string;
  readonly seed: number;
  readonly posts: number;
  readonly customers: number;
  /** All posts become due within this time, and the kills are spread over it. */
  readonly windowSeconds: number;
  /** Probability that a platform commits and then never answers. */
  readonly hangAfter: number;
  /** The control: after a doubt the publisher sends again instead of looking. */
  readonly isControl: boolean;
  readonly say: (line: string) => void;
}

/** Short forms of the protocol's waits, so that a run ends within minutes; their order is that of production. */
const TIMES = {
  PUBLISH_CALL_TIMEOUT_MS: '4000',
  PUBLISH_QUARANTINE_MS: '6000',
  PUBLISH_RETRY_DELAYS_MS: '1000,2000,4000,8000',
};

/** Posts fall due while processes are killed with SIGKILL; afterwards the sandbox's ledger is compared with what people see. */
export async function runScenario(scenario: Scenario): Promise<Verdict> {
  const { say } = scenario;
  const stack = await startLiveStack(scenario.dataDir, {
    POSTLOOM_RATE_LIMITS: 'off',
    POSTLOOM_FAULT_INJECTION: 'on',
    SANDBOX_QUOTAS: 'off',
    // Two platforms refuse identical texts, which would hide duplicates from the ledger.
    SANDBOX_DUPLICATES: 'allow',
    SANDBOX_SEED: String(scenario.seed),
    ...TIMES,
    ...(scenario.isControl && { PUBLISH_CONTROL: 'resend-on-doubt' }),
  });
  try {
    const due = await prepare(stack, scenario);
    const ledger = new Ledger(stack.sandboxUrl);
    for (const target of PLATFORMS) {
      await ledger.fault(target, { mode: 'hang_after', probability: scenario.hangAfter });
    }
    await killInTurn(scenario, Math.min(...due.posts.map((post) => Date.parse(post.scheduledFor))));
    say('quiet; waiting until every post has ended');
    return await judge(due.people, due.posts, ledger, say);
  } finally {
    await stack.stop();
  }
}

async function prepare(
  stack: LiveStack,
  { posts, customers, windowSeconds, seed, say }: Scenario,
): Promise<{ people: Person[]; posts: DuePost[] }> {
  const people: { person: Person; photoId: string }[] = [];
  for (let made = 0; made < customers; made += 1) {
    const person = await Person.signUp(stack.url, { tier: 'agency', name: `Bakery ${made + 1}` });
    const photo = await person.upload(await smallPicture(made));
    for (const platform of PLATFORMS) {
      await person.connect(platform, `bakery-${seed}-${made + 1}`);
    }
    await eventually('the photo is ready', async () => {
      const photos = (await person.expect(200, 'GET', '/api/photos')) as { status: string }[];
      return photos.every(({ status }) => status === 'ready') || undefined;
    });
    people.push({ person, photoId: photo.id });
  }
  const next = random(seed);
  const firstDue = Date.now() + 5_000 + posts * 25;
  const due: DuePost[] = [];
  for (let made = 0; made < posts; made += 1) {
    const owner = people[made % people.length];
    if (!owner) {
      throw new Error('no customers');
    }
    const scheduledFor = new Date(firstDue + next() * windowSeconds * 1_000).toISOString();
    const platforms = PLATFORMS.filter((_, index) => index === made % PLATFORMS.length || next() < 0.5);
    const caption = `Chaos ${seed} post ${made + 1} of ${posts}`;
    const post = await owner.person.createPost({
      caption,
      platforms,
      status: 'scheduled',
      scheduledFor,
      photoId: owner.photoId,
    });
    due.push({ id: post.id, owner: made % people.length, caption, platforms, scheduledFor });
  }
  const targets = due.reduce((sum, post) => sum + post.platforms.length, 0);
  say(`${posts} posts (${targets} targets) of ${customers} customers fall due within ${windowSeconds} s`);
  return { people: people.map(({ person }) => person), posts: due };
}

async function killInTurn({ windowSeconds, dataDir, say }: Scenario, firstDue: number): Promise<void> {
  const pauseMs = (windowSeconds * 1_000) / VICTIMS.length;
  for (const [index, victim] of VICTIMS.entries()) {
    await wait(Math.max(0, firstDue + index * pauseMs - Date.now()));
    const pid = await killProcess(dataDir, victim);
    say(`kill -9 ${victim} (${pid})`);
  }
  await wait(Math.max(0, firstDue + windowSeconds * 1_000 - Date.now()));
}
