import type { Step } from './step.ts';
import { brokerRights } from './steps/broker-rights.ts';
import { install } from './steps/install.ts';
import { killAll } from './steps/kill-all.ts';
import { mainJob } from './steps/main-job.ts';
import { replicas } from './steps/replicas.ts';
import { rollingUpgrade, withoutPreStop } from './steps/rolling-upgrade.ts';
import { uninstall } from './steps/uninstall.ts';
import { failedUpgrade, rollback, upgrade } from './steps/upgrades.ts';

/** In the order in which they run. */
export const steps = {
  install,
  test: mainJob,
  upgrade,
  'failed-upgrade': failedUpgrade,
  rollback,
  'rolling-upgrade': rollingUpgrade,
  'without-pre-stop': withoutPreStop,
  'kill-all': killAll,
  'broker-rights': brokerRights,
  replicas,
  uninstall,
} as const satisfies Readonly<Record<string, Step>>;

export type StepName = keyof typeof steps;
export const stepNames = Object.keys(steps) as [StepName, ...StepName[]];
