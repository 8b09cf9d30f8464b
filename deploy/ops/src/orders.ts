import { platforms } from '../../../libs/contracts/src/platforms/catalogue.ts';
import { Misuse, text } from '../../harness/src/define-run.ts';

/** The commands of an operator. Times are ISO instants. */
export type Order =
  | { readonly kind: 'status' }
  | {
      readonly kind: 'stop';
      readonly subject: string;
      readonly reason: string | null;
      readonly until: string | null;
    }
  | { readonly kind: 'resume'; readonly subject: string }
  /** Null: the recovery is over. `now`: the database's clock. */
  | { readonly kind: 'recovered-to'; readonly at: string | null };

/** What an operator can say; an order's `--reason` and `--until` are options. */
export const orders = {
  name: 'ops',
  summary:
    'Stops and resumes publishing, and makes a restored database verify before it sends. The runbooks in deploy/docs/runbooks say when.',
  settings: {
    reason: text('SENTENCE', 'of stop: why, as people read it'),
    until: text('TIME', 'of stop: when it ends by itself, for example 2026-11-21T14:30:00Z'),
  },
  positional: {
    shape: '<order>',
    about: `status; stop or resume with all, platform:<name> or account:<id>; recovered-to with a time, now or off. Platforms: ${platforms.join(', ')}.`,
    read: (words: readonly string[]) => words,
  },
  environment: {
    DATABASE_URL: 'the database, as publisher_worker or an administrator',
    POSTLOOM_DATA_DIR: 'without it the one of the stack that runs there (.data)',
  },
  examples: [
    ['npm run ops -- status', 'what is stopped'],
    ['npm run ops -- stop platform:twitter --reason "X is down"', 'nothing more goes to X'],
    ['npm run ops -- resume all', 'everything goes out again'],
    ['npm run ops -- recovered-to 2026-11-21T02:00:00Z', 'a backup of that moment was restored'],
  ],
} as const;

const subjects = new RegExp(
  `^(all|platform:(${platforms.join('|')})|account:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$`,
);

export interface OrderOptions {
  readonly reason?: string | undefined;
  readonly until?: string | undefined;
}

/** Reads the words after the script's name. @throws {Misuse} */
export function readOrder(words: readonly string[], options: OrderOptions = {}): Order {
  const [verb, what, ...rest] = words;
  if (verb !== 'stop' && (options.reason !== undefined || options.until !== undefined)) {
    throw new Misuse('--reason and --until belong to stop.');
  }
  switch (verb) {
    case 'status':
      if (what !== undefined) {
        throw new Misuse('status takes nothing more.');
      }
      return { kind: 'status' };
    case 'stop':
      if (rest.length > 0) {
        throw new Misuse('stop takes one subject.');
      }
      return {
        kind: 'stop',
        subject: subjectOf(what),
        reason: options.reason?.slice(0, 300) ?? null,
        until: options.until === undefined ? null : timeOf(options.until),
      };
    case 'resume':
      if (rest.length > 0) {
        throw new Misuse('resume takes one subject.');
      }
      return { kind: 'resume', subject: subjectOf(what) };
    case 'recovered-to':
      if (what === undefined || rest.length > 0) {
        throw new Misuse('recovered-to takes a time, now or off.');
      }
      return { kind: 'recovered-to', at: what === 'off' ? null : what === 'now' ? 'now' : timeOf(what) };
    default:
      throw new Misuse(verb === undefined ? 'Say what to do.' : `'${verb}' is not understood.`);
  }
}

function subjectOf(word: string | undefined): string {
  if (word !== undefined && subjects.test(word)) {
    return word;
  }
  throw new Misuse('Name all, platform:<name> or account:<id>.');
}

/** A time that a database reads differently from the person must be refused: only ISO with a zone. */
function timeOf(word: string): string {
  const isIso = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(word);
  if (!isIso || Number.isNaN(Date.parse(word))) {
    throw new Misuse(`'${word}' is no time. Write it as 2026-11-21T14:30:00Z.`);
  }
  return new Date(word).toISOString();
}
