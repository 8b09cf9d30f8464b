import { platforms } from '../../../libs/contracts/src/platforms/catalogue.ts';

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

/** The command line was not understood; the message says what is. */
export class OrderError extends Error {}

export const usage = `npm run ops -- status
npm run ops -- stop all|platform:<name>|account:<id> [--reason "<sentence for the people>"] [--until <ISO time>]
npm run ops -- resume all|platform:<name>|account:<id>
npm run ops -- recovered-to <ISO time>|now|off

Platforms: ${platforms.join(', ')}. The database is DATABASE_URL (as publisher_worker or an administrator),
or the one of the stack that runs on POSTLOOM_DATA_DIR.`;

const subjects = new RegExp(
  `^(all|platform:(${platforms.join('|')})|account:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$`,
);

/** Reads the words after the script's name. @throws {OrderError} */
export function readOrder(words: readonly string[]): Order {
  const [verb, what, ...rest] = words;
  switch (verb) {
    case 'status':
      if (what !== undefined) {
        throw new OrderError('status takes nothing more.');
      }
      return { kind: 'status' };
    case 'stop':
      return { kind: 'stop', subject: subjectOf(what), ...options(rest) };
    case 'resume':
      if (rest.length > 0) {
        throw new OrderError('resume takes one subject.');
      }
      return { kind: 'resume', subject: subjectOf(what) };
    case 'recovered-to':
      if (what === undefined || rest.length > 0) {
        throw new OrderError('recovered-to takes a time, now or off.');
      }
      return { kind: 'recovered-to', at: what === 'off' ? null : what === 'now' ? 'now' : timeOf(what) };
    default:
      throw new OrderError(verb === undefined ? 'Say what to do.' : `'${verb}' is not understood.`);
  }
}

function subjectOf(word: string | undefined): string {
  if (word !== undefined && subjects.test(word)) {
    return word;
  }
  throw new OrderError('Name all, platform:<name> or account:<id>.');
}

/** A time that a database reads differently from the person must be refused: only ISO with a zone. */
function timeOf(word: string): string {
  const isIso = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(word);
  if (!isIso || Number.isNaN(Date.parse(word))) {
    throw new OrderError(`'${word}' is no time. Write it as 2026-11-21T14:30:00Z.`);
  }
  return new Date(word).toISOString();
}

function options(words: readonly string[]): { reason: string | null; until: string | null } {
  let reason: string | null = null;
  let until: string | null = null;
  for (let at = 0; at < words.length; at += 2) {
    const value = words[at + 1];
    if (value === undefined) {
      throw new OrderError(`${words[at]} needs a value.`);
    }
    if (words[at] === '--reason') {
      reason = value.slice(0, 300);
    } else if (words[at] === '--until') {
      until = timeOf(value);
    } else {
      throw new OrderError(`'${words[at]}' is not understood.`);
    }
  }
  return { reason, until };
}
