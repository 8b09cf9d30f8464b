import { Inject, Injectable } from '@nestjs/common';
import { Clock, CONFIG, Logger } from '@postloom/chassis';
import type { PublisherConfig } from '../config.ts';

/** Places where a process may be made to die, sleep or throw, to prove that nothing is lost or doubled there. */
export const failpointNames = [
  'enqueued',
  'claiming',
  'claimed',
  'picture_read',
  'steps_known',
  'steps_saved',
  'intent_written',
  'sent',
  'settled',
] as const;
export type FailpointName = (typeof failpointNames)[number];

/** How long the first one waits for the others at a `kill:n`, in milliseconds. */
const GATHER_MS = 4_000;

interface Failpoint {
  readonly action: 'kill' | 'throw' | 'sleep';
  /** `sleep`: milliseconds; `kill`: how many must be here at once. */
  readonly amount: number;
  /** The n-th pass triggers; 0: every pass. */
  readonly pass: number;
  passed: number;
}

/**
 * `name=action[:amount][#pass]`, several separated by commas. Only with POSTLOOM_FAULT_INJECTION=on. `kill:16` makes everybody wait here
 * until there are 16, then the process dies with all of them; `sleep:500` sleeps that many milliseconds.
 */
@Injectable()
export class Failpoints {
  private readonly points: ReadonlyMap<string, Failpoint>;
  /** The control of the chaos tests: in doubt the post is sent again without verifying. Must show duplicates. */
  readonly isVerifyingSwitchedOff: boolean;
  /** A second control: "not there" is believed at the first verification, without the quarantine. */
  readonly isQuarantineSwitchedOff: boolean;
  /** A third: a process that was paused between intent and send sends anyway. */
  readonly isGuardSwitchedOff: boolean;

  constructor(
    @Inject(CONFIG) config: PublisherConfig,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    this.points = new Map(config.postloomFaultInjection ? parseFailpoints(config.postloomFailpoints) : []);
    const control = config.postloomFaultInjection ? config.publishControl : 'none';
    this.isVerifyingSwitchedOff = control === 'resend-on-doubt';
    this.isQuarantineSwitchedOff = control === 'no-quarantine';
    this.isGuardSwitchedOff = control === 'no-guard';
    if (this.points.size > 0 || control !== 'none') {
      logger.warn('Fault injection is on', { failpoints: [...this.points.keys()], control });
    }
  }

  async hit(name: FailpointName): Promise<void> {
    const point = this.points.get(name);
    if (point === undefined) {
      return;
    }
    point.passed += 1;
    if (point.pass !== 0 && point.passed !== point.pass) {
      return;
    }
    switch (point.action) {
      case 'kill':
        if (point.passed < point.amount) {
          await this.clock.delay(point.passed === 1 ? GATHER_MS : 60_000);
        }
        process.kill(process.pid, 'SIGKILL');
        await this.clock.delay(60_000); // the signal is on its way; nothing after this line may happen
        return;
      case 'sleep':
        this.logger.warn('A failpoint sleeps', { failpoint: name, ms: point.amount });
        await this.clock.delay(point.amount);
        return;
      case 'throw':
        throw new Error(`failpoint ${name}`);
    }
  }
}

/** @throws {Error} when the text cannot be parsed: a misspelt failpoint would make a test pass without testing anything. */
export function parseFailpoints(text: string): [string, Failpoint][] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [, said, action, amount, pass] = /^([a-z_]+)=(kill|throw|sleep)(?::(\d+))?(?:#(\d+))?$/.exec(part) ?? [];
      const name = failpointNames.find((known) => known === said);
      if (name === undefined || action === undefined) {
        throw new Error(`POSTLOOM_FAILPOINTS: "${part}" is not understood`);
      }
      return [
        name,
        { action: action as Failpoint['action'], amount: Number(amount ?? 0), pass: Number(pass ?? 0), passed: 0 },
      ];
    });
}
