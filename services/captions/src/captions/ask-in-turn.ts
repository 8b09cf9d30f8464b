import { Injectable } from '@nestjs/common';
import { Random } from '@postloom/chassis';
import { askProvider, ProviderError, Providers } from '../providers/index.ts';
import type { AnswerShape, GuardedProvider, RawAnswer, Usage } from '../providers/index.ts';
import { leaks, piecesOf } from './leaks.ts';
import type { Picture } from './load-picture.ts';

/** For whom, by whom, and how long. */
export interface Asking {
  readonly businessId: string;
  readonly provider: GuardedProvider;
  readonly signal: AbortSignal;
  /** Told what each call used, also when nothing comes of it. */
  readonly used: (usage: Usage) => void;
  /** How long the provider may take once picture and profile are loaded. */
  readonly timeoutMs: () => number;
  /** For workers, which bound their own work: never refused because too many wait. */
  readonly isInternal?: boolean;
}

export interface Question {
  /** Our instructions, one a line. */
  readonly system: string;
  readonly prompt: string;
  readonly picture: Picture | null;
  readonly shape: AnswerShape;
  /** As in the provider's request. */
  readonly onText?: ((json: string) => void) | undefined;
}

/** Longest wait for a turn: the provider needs most of the 20 s that a person waits. */
const QUEUE_MS = 8_000;

/** The way to the providers: businesses take turns at each of them, and an answer that contains something of ours is refused. */
@Injectable()
export class AskInTurn {
  /** A random word for instructions: in an answer it proves that they leaked. */
  readonly canary: string;

  constructor(
    random: Random,
    private readonly providers: Providers,
  ) {
    this.canary = random.token(12);
  }

  /** Does the work in the business's turn. @throws ProviderError busy; what the work throws */
  inTurn<T>({ businessId, provider, signal, isInternal = false }: Asking, work: () => Promise<T>): Promise<T> {
    return provider.inTurn(businessId, work, { signal, isInternal, waitMs: QUEUE_MS });
  }

  /** @throws ProviderError */
  async ask(
    { provider, signal, used }: Asking,
    { system, prompt, picture, shape, onText }: Question,
    endsAt: number,
  ): Promise<RawAnswer> {
    const raw = await askProvider(provider, {
      ...{ system, prompt, shape, signal, used, onText },
      ...{ image: picture?.bytes ?? null, mimeType: picture?.mimeType ?? '' },
      timeoutMs: Math.floor(endsAt - performance.now()),
    });
    if (leaks(raw, this.secrets(system))) {
      throw new ProviderError('leaked');
    }
    return raw;
  }

  /** Whether the beginning of an answer may be shown: it has nothing of ours, nor a part of a key whose rest may follow. */
  isSafeSoFar(caption: string, system: string): boolean {
    const keys = [...this.providers.keys(), this.canary];
    return !leaks({ caption }, [...this.secrets(system), ...keys.flatMap(piecesOf)]);
  }

  private secrets(system: string): string[] {
    return [...this.providers.keys(), this.canary, ...system.split('\n')];
  }
}
