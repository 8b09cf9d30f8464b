/**
 * Every alert for real: the product runs with a Prometheus beside it, something is broken for each alert, and the alert must fire, say what
 * is wrong, and resolve when it is mended. The rules are the real ones with shorter windows.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { atTheEnd } from '../../../harness/src/at-the-end.ts';
import { choices, defineRun, number } from '../../../harness/src/define-run.ts';
import { timedLines } from '../../../harness/src/timed-lines.ts';
import { startLiveStack } from '../../../local/src/checks/live-stack.ts';
import { readRules, shortened } from '../alert-rules.ts';
import { watch } from '../watching.ts';
import { drill } from './drill.ts';
import type { Outcome } from './drill.ts';
import { faults } from './faults.ts';
import { MailFront } from './mail-front.ts';
import { LIMIT, limitFile, World } from './world.ts';

const names = faults.flatMap(({ alerts }) => alerts) as [string, ...string[]];
const run = defineRun({
  name: 'alerts',
  summary:
    'Breaks something for every alert on a running stack. Fails when one does not fire or does not resolve, or when another one would wake somebody for no reason. About 45 minutes, of which 24 are the day after which a count is forgotten.',
  prefix: 'ALERTS_',
  settings: {
    only: choices(names, 'these alerts; those that share a cause are played together'),
    factor: number(60, 'an hour of a window is a minute for 60; limits stay'),
  },
  figures: true,
  examples: [['npm run alerts -- --only EventsParked,LoopFails', 'two of them']],
});
const { settings, dataDir, folder } = run;
const say = timedLines();

mkdirSync(folder, { recursive: true });
const ruleFile = join(folder, 'rules.json');
writeFileSync(ruleFile, JSON.stringify(shortened(readRules(), settings.factor)));

writeFileSync(limitFile(dataDir), LIMIT);
const mail = await MailFront.start(dataDir);
const stack = await startLiveStack(dataDir, {
  POSTLOOM_RATE_LIMITS: 'on',
  POSTLOOM_TRACES: 'off',
  SANDBOX_QUOTAS: 'off',
  TIKTOK_PACE_SECONDS: '1',
  EVENT_UNREADABLE_MS: '10000',
  LIMIT_CAPTIONS_FILE: limitFile(dataDir),
  ...mail.settings(folder),
});
const forget = atTheEnd(() => stack.stop());
const prometheus = await watch(stack, join(dataDir, 'prometheus'), ruleFile);
const problems: string[] = [];
const fired: Outcome['fired'][number][] = [];
try {
  const world = await World.settled(stack, mail, dataDir);
  const forgetFrozen = atTheEnd(() => Promise.resolve(world.thaw()));
  for (const fault of faults.filter(({ alerts }) => alerts.some((alert) => settings.only.includes(alert)))) {
    say(`${fault.alerts.join(', ')}: ${fault.cause}`);
    const outcome = await drill(fault, world, prometheus, settings.factor);
    for (const one of outcome.fired) {
      const { alert, firedAfter, resolvedAfter, text } = one;
      say(
        firedAfter === null
          ? `  ${alert} did not fire`
          : `  ${alert} fired after ${firedAfter} s, resolved ${resolvedAfter === null ? 'never' : `${resolvedAfter} s later`}: ${text}`,
      );
      if (firedAfter === null || resolvedAfter === null) {
        problems.push(`${alert} ${firedAfter === null ? 'did not fire' : 'did not resolve'}`);
      }
    }
    fired.push(...outcome.fired);
    const others = outcome.strangers.map((name) => `${name} fired while ${fault.cause}`);
    const failures = outcome.failure === null ? [] : [`${fault.alerts.join(', ')}: ${outcome.failure}`];
    for (const problem of [...others, ...failures]) {
      say(`  ${problem}`);
      problems.push(problem);
    }
    run.save({ fired, problems });
  }
  forgetFrozen();
} finally {
  await prometheus.stop();
  forget();
  await stack.stop();
  mail.stop();
  writeFileSync(join(folder, 'stack.log'), stack.output.join('\n'));
  rmSync(dataDir, { recursive: true, force: true });
  rmSync(limitFile(dataDir), { force: true });
}
const good = fired.filter(({ firedAfter, resolvedAfter }) => firedAfter !== null && resolvedAfter !== null).length;
console.log(`${good} of ${fired.length} alerts fired and resolved`);
for (const problem of problems) {
  console.error(problem);
}
process.exitCode = problems.length === 0 ? 0 : 1;
