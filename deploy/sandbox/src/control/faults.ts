import { platformNamed, platformNames } from '../platforms/definitions.ts';
import type { PlatformName } from '../platforms/definitions.ts';

/** How a model's answer goes wrong, while the call succeeds: at AI providers only. */
const answerModes = ['refusal', 'cut', 'nested', 'slow', 'obey'] as const;
export type AnswerMode = (typeof answerModes)[number];

/** Everything that a fault can be set on. */
export type FaultTarget = PlatformName | 'openai' | 'anthropic' | 'xai' | 'stripe' | 'smtp' | 's3';

export const faultTargets: readonly FaultTarget[] = [
  ...platformNames,
  'openai',
  'anthropic',
  'xai',
  'stripe',
  'smtp',
  's3',
];

export const faultModes = [
  'none',
  'latency',
  'error',
  'reset_before',
  'hang_after',
  'rate_limit',
  'token_revoked',
  'garbage',
  'media_rejected',
  'processing_forever',
  ...answerModes,
] as const;

export type FaultMode = (typeof faultModes)[number];

const aiTargets: readonly FaultTarget[] = ['openai', 'anthropic', 'xai'];

/** The way in which a fault spoils a model's answer; null for every other fault. */
export function answerMode(fault: Fault | null): AnswerMode | null {
  return answerModes.find((mode) => mode === fault?.mode) ?? null;
}

/** What a call does, so that a fault strikes only the calls it is meant for. */
export type CallKind = 'publish' | 'prepare' | 'status' | 'read' | 'auth';

const callKinds: readonly CallKind[] = ['publish', 'prepare', 'status', 'read', 'auth'];

export interface Fault {
  readonly mode: Exclude<FaultMode, 'none'>;
  /** Milliseconds to wait before the call is handled; `latency` defaults to 2000. Under `slow`, `cut` and `obey`, over which the answer comes in. */
  readonly latencyMs?: number;
  /** HTTP (or SMTP) status to refuse with. */
  readonly status?: number;
  /** Share of the calls that are struck, 0 to 1; all by default. */
  readonly probability?: number;
  /** How many more calls are struck; without it, every call until the fault is cleared. */
  readonly count?: number;
  /** For `rate_limit`: seconds until calling again helps; 60 by default. */
  readonly retryAfter?: number;
  /** Kinds of calls that are struck; by default those of the mode. */
  readonly calls?: readonly CallKind[];
}

/** The request to set a fault is invalid; the message says why. */
export class FaultError extends Error {}

export function faultTargetNamed(word: string): FaultTarget | undefined {
  return platformNamed(word) ?? faultTargets.find((target) => target === word.toLowerCase());
}

/** The calls that a mode strikes when the request does not say. */
export function defaultCalls(mode: Fault['mode']): readonly CallKind[] {
  switch (mode) {
    case 'hang_after':
    case 'garbage':
    case 'refusal':
    case 'cut':
    case 'nested':
    case 'slow':
    case 'obey':
      return ['publish'];
    case 'media_rejected':
    case 'processing_forever':
      return ['prepare', 'publish'];
    case 'latency':
    case 'error':
    case 'reset_before':
    case 'rate_limit':
    case 'token_revoked':
      return ['prepare', 'publish', 'status'];
  }
}

/** A random number generator with a seed (mulberry32), so that a run with probabilities can be repeated. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The switches that make the outside world slow, failing or lossy. In memory: a restart clears them. */
export class Faults {
  readonly #active = new Map<FaultTarget, Fault>();
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  list(): Record<string, Fault | { mode: 'none' }> {
    return Object.fromEntries(faultTargets.map((target) => [target, this.get(target)]));
  }

  get(target: FaultTarget): Fault | { mode: 'none' } {
    return this.#active.get(target) ?? { mode: 'none' };
  }

  set(target: FaultTarget, fault: Fault | null): void {
    if (fault) {
      this.#active.set(target, fault);
    } else {
      this.#active.delete(target);
    }
  }

  clear(): void {
    this.#active.clear();
  }

  /**
   * The fault that strikes this call, or null. Counts it: of a fault with `count` one less is left. `media` says that
   * the call carries a picture, which `media_rejected` and `processing_forever` need; a call without a kind is always meant.
   */
  take(target: FaultTarget, kind: CallKind | null, media: boolean): Fault | null {
    const fault = this.#active.get(target);
    if (!fault) {
      return null;
    }
    if (kind !== null && !(fault.calls ?? defaultCalls(fault.mode)).includes(kind)) {
      return null;
    }
    if (answerMode(fault) !== null && !aiTargets.includes(target)) {
      return null;
    }
    if ((fault.mode === 'media_rejected' || fault.mode === 'processing_forever') && !media) {
      return null;
    }
    if (fault.probability !== undefined && this.#random() >= fault.probability) {
      return null;
    }
    if (fault.count !== undefined) {
      if (fault.count <= 1) {
        this.#active.delete(target);
      } else {
        this.#active.set(target, { ...fault, count: fault.count - 1 });
      }
    }
    return fault;
  }
}

/** Reads the body of `PUT /sandbox/faults/{target}`; null for mode `none`. Throws FaultError with a sentence. */
export function parseFault(value: unknown): Fault | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new FaultError('The body must be a JSON object with a mode.');
  }
  const known = ['mode', 'latencyMs', 'status', 'probability', 'count', 'retryAfter', 'calls'];
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) {
    throw new FaultError(`Unknown field '${unknown}'. Known are: ${known.join(', ')}.`);
  }
  const body = value as Record<string, unknown>;
  const mode = faultModes.find((name) => name === body['mode']);
  if (!mode) {
    throw new FaultError(`Unknown mode '${String(body['mode'])}'. Known are: ${faultModes.join(', ')}.`);
  }
  if (mode === 'none') {
    return null;
  }
  return {
    mode,
    ...numberField(body, 'latencyMs', 0, 600_000),
    ...numberField(body, 'status', 400, 599),
    ...numberField(body, 'probability', 0, 1),
    ...numberField(body, 'count', 1, 1_000_000_000),
    ...numberField(body, 'retryAfter', 0, 86_400),
    ...callsField(body['calls']),
  };
}

function numberField(body: Record<string, unknown>, name: string, least: number, most: number): Record<string, number> {
  const value = body[name];
  if (value === undefined || value === null) {
    return {};
  }
  if (typeof value !== 'number' || !(value >= least && value <= most)) {
    throw new FaultError(`${name} must be a number from ${least} to ${most}.`);
  }
  return { [name]: value };
}

function callsField(value: unknown): { calls?: readonly CallKind[] } {
  if (value === undefined || value === null) {
    return {};
  }
  const names = Array.isArray(value) ? value : [];
  const calls = callKinds.filter((kind) => names.includes(kind));
  if (calls.length === 0 || calls.length !== names.length) {
    throw new FaultError(`calls must be a list of: ${callKinds.join(', ')}.`);
  }
  return { calls };
}
