import { defineRun } from '../../harness/src/define-run.ts';
import { buildWhenNeeded } from './build.ts';
import { readSettings, StartError } from './settings.ts';
import { hasOwnOpenid } from './stack/environment.ts';
import { StackLog } from './stack/log.ts';
import { Stack } from './stack/stack.ts';

defineRun({
  name: 'start',
  summary:
    'The whole product on this machine: Postgres, NATS, the object store, every service, the web origin and the sandbox of the platforms. Ctrl-C stops it; the data stays.',
  environment: {
    POSTLOOM_PORT: 'where the product answers (3000)',
    POSTLOOM_SANDBOX_PORT: 'where the sandbox answers (3900)',
    POSTLOOM_DATA_DIR: 'where everything is kept (.data)',
    POSTLOOM_LOG: 'pretty or json',
  },
});
const startedAt = performance.now();

/** A signal within this time of the first is the same key press, passed on by npm as well. Milliseconds. */
const sameSignalMs = 1000;

const fail = (error: unknown): void => {
  const text =
    error instanceof StartError
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error);
  process.stderr.write(`\n${text}\n`);
};

const main = async (): Promise<void> => {
  const settings = readSettings(process.env);
  const log = new StackLog(settings.log);
  let stack: Stack | undefined;
  let stoppingSince: number | undefined;

  const onSignal = (signal: NodeJS.Signals): void => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince < sameSignalMs) {
        return;
      }
      log.say(`${signal} again: ending everything at once`);
      stack?.kill();
      process.exit(1);
    }
    stoppingSince = performance.now();
    log.say(`${signal}: stopping`);
    if (stack === undefined) {
      process.exit(0);
    }
    stack.stop().then(
      () => {
        log.say('Stopped');
        process.exit(0);
      },
      (error: unknown) => {
        fail(error);
        stack?.kill();
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, onSignal);
  }
  // A closed terminal must not end the supervisor before it has stopped the others.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  process.on('uncaughtException', (error) => {
    fail(error);
    stack?.kill();
    process.exit(1);
  });

  try {
    stack = await Stack.prepare(settings, log);
    await buildWhenNeeded((line) => log.say(line));
    await stack.start();
  } catch (error) {
    if (stoppingSince !== undefined) {
      return;
    } // stopped while starting: what failed is only the consequence
    fail(error);
    stoppingSince = performance.now();
    await stack?.stop();
    process.exit(1);
  }
  if (stoppingSince !== undefined) {
    return;
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  log.say(`Everything runs, after ${seconds} s. Data is in ${settings.dataDir}. Ctrl-C stops it.`);
  process.stdout.write(`Postloom is ready at http://localhost:${settings.port}\n`);
  process.stdout.write(`Sandbox (what was published, mails, faults): http://localhost:${settings.sandboxPort}\n`);
  if (hasOwnOpenid(settings)) {
    process.stdout.write(`Sign-in (any address): http://localhost:${settings.openidPort}\n`);
  }
  process.stdout.write(`API reference: http://localhost:${settings.port}/api/docs\n`);
};

await main().catch((error: unknown) => {
  fail(error);
  process.exit(1);
});
