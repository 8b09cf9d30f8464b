import type { EventContract, RpcContract } from '@postloom/contracts';
import { handledEvents } from './messaging.options.ts';
import type { MessagingOptions } from './messaging.options.ts';

/** What the controllers of a service implement, doubles included. */
export interface FoundHandlers {
  readonly rpc: readonly RpcContract[];
  readonly events: readonly { readonly contract: EventContract; readonly handler: string | undefined }[];
}

/**
 * Compares a service's promise with its controllers. Every request in `serves` has exactly one handler; every event in `handles`
 * the handlers it names, each with a name of its own; nothing is implemented that was not promised. Answers one sentence per fault.
 */
export function bootProblems(
  options: Pick<MessagingOptions, 'service' | 'serves' | 'handles'>,
  found: FoundHandlers,
): string[] {
  const problems: string[] = [];
  const promisedRpc = new Set(options.serves.map((contract) => contract.subject));
  const promisedEvents = new Map(handledEvents(options).map(({ event, handlers }) => [event.subject, handlers]));

  for (const subject of promisedRpc) {
    const times = found.rpc.filter((contract) => contract.subject === subject).length;
    if (times === 0) {
      problems.push(`${subject} is in serves but no @Rpc method answers it`);
    }
    if (times > 1) {
      problems.push(`${subject} is answered by ${times} @Rpc methods`);
    }
    if (!subject.startsWith(`rpc.${options.service}.`)) {
      problems.push(`${subject} is not a subject of ${options.service}`);
    }
  }
  for (const contract of found.rpc) {
    if (!promisedRpc.has(contract.subject)) {
      problems.push(`${contract.subject} has an @Rpc method but is not in serves`);
    }
  }

  for (const [subject, promised] of promisedEvents) {
    const names = found.events
      .filter((event) => event.contract.subject === subject)
      .map((event) => event.handler ?? '');
    if (names.length === 0) {
      problems.push(`${subject} is in handles but no @On method listens to it`);
    }
    if (new Set(names).size < names.length) {
      problems.push(`${subject} has ${names.length} @On methods; give each a handler name of its own`);
    } else if (names.length > 0 && names.toSorted().join() !== promised.toSorted().join()) {
      problems.push(`${subject} has the handlers ${quoted(names)}, but handles names ${quoted(promised)}`);
    }
  }
  for (const { contract } of found.events) {
    if (!promisedEvents.has(contract.subject)) {
      problems.push(`${contract.subject} has an @On method but is not in handles`);
    }
  }
  return [...new Set(problems)];
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}
