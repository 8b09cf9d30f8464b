import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findNatsServer } from '../nats/server.ts';
import { repositoryRoot } from '../paths.ts';
import { findHelm } from '../../../chart/src/helm.ts';
import { findKubeconform, kubeSchemas } from '../../../chart/src/kubeconform.ts';
import { findDockerCompose } from '../../../compose/src/docker-compose.ts';
import { findPrometheus, findPromtool } from '../../../observability/src/prometheus.ts';
import { judgeAudit } from '../../../supply-chain/src/advisories.ts';
import { findPgBouncer } from '../pgbouncer/server.ts';
import { freePort } from '../process/ports.ts';
import { findVersitygw } from '../programs/versitygw.ts';
import { findChromium } from './chromium.ts';
import { startLiveStack } from './live-stack.ts';
import { readBrowserReport, readUnitReport } from './reports.ts';
import { failure, passed, tail, type Step } from './step.ts';

const node = process.execPath;
/** Files that Jest tests at a time. The longest come first and wait for time limits: with three, two cores were idle 40 % of that time. */
const WORKERS = '--maxWorkers=4';
const isIsolated = process.env['JEST_ISOLATED'] === '1';
const inRoot = (...parts: string[]): string => join(repositoryRoot, ...parts);
const tool = (path: string): string => inRoot('node_modules', path);

/** A step that is one program which must end with 0 and writes nothing. */
const program = (name: string, args: readonly string[]): Step => ({
  name,
  onlyReads: true,
  run: async ({ run }) => {
    const { code, output } = await run(node, args);
    return code === 0 ? passed() : failure(tail(output));
  },
});

/** A program that later steps need: found, or fetched here, so that its fetching is no part of a test's time. */
const there = (name: string, find: (say: (line: string) => void) => Promise<unknown>): Step => ({
  name: `${name} is there`,
  run: async () => {
    await find((line) => process.stdout.write(`  ${line}\n`));
    return passed();
  },
});

const tsc = (project: string): readonly string[] => [tool('typescript7/bin/tsc'), '-p', inRoot(project), '--noEmit'];

/** The stories of the browser tests that go with these settings, on a stack of their own. */
const browserStep = (name: string, settings: () => Promise<Readonly<Record<string, string>>>): Step => ({
  name,
  run: async (context) => {
    if (!existsSync(inRoot('web/playwright.config.ts'))) {
      return failure('web/playwright.config.ts is missing: there are no browser tests to run.');
    }
    const chromium = await findChromium(context);
    const environment = await settings();
    const stack = await startLiveStack(inRoot('.cache', 'e2e-data'), environment);
    try {
      const report = join(context.workDir, 'playwright.json');
      rmSync(report, { force: true });
      const { output } = await context.run(node, [tool('@playwright/test/cli.js'), 'test', '--reporter=json'], {
        cwd: inRoot('web'),
        env: {
          ...environment,
          POSTLOOM_URL: stack.url,
          POSTLOOM_SANDBOX_URL: stack.sandboxUrl,
          CHROMIUM_PATH: chromium,
          POSTLOOM_SCREENS: 'off',
          PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        },
        timeoutMs: 1_200_000,
      });
      return readBrowserReport(report, tail(output, 120));
    } finally {
      await stack.stop();
    }
  },
});

/** Everything that `npm test` does, in order. A new step is one more entry. */
export const steps: readonly Step[] = [
  {
    name: 'versions',
    run: () => {
      const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
      return Promise.resolve(
        major === 24 && minor >= 11
          ? passed()
          : failure(`The project's own Node must be 24.11 or a newer 24; this is ${process.version}. Run: npm ci`),
      );
    },
  },
  {
    name: 'known vulnerabilities',
    onlyReads: true,
    run: async ({ run }) => {
      const { output } = await run('npm', ['audit', '--omit=dev', '--json', '--fetch-retries=1'], {
        timeoutMs: 120_000,
      });
      const verdict = judgeAudit(output, new Date().toISOString().slice(0, 10));
      if (!verdict.isAnswered) {
        process.stdout.write(`  not judged, the advisory service does not answer: ${verdict.why}\n`);
        return passed();
      }
      verdict.notes.forEach((note) => process.stdout.write(`  ${note}\n`));
      return verdict.faults.length === 0 ? passed() : failure(verdict.faults.join('\n'));
    },
  },
  program('secrets', [tool('secretlint/bin/secretlint.js'), '--maskSecrets', '**/*']),
  there('nats-server', findNatsServer),
  there('pgbouncer', findPgBouncer),
  there('versitygw', findVersitygw),
  there('helm', findHelm),
  there('kubeconform', findKubeconform),
  there('definitions of Kubernetes', kubeSchemas),
  there('promtool', findPromtool),
  there('prometheus', findPrometheus),
  there('docker compose', findDockerCompose),
  {
    name: 'build',
    run: async ({ run }) => {
      const { code, output } = await run(tool('.bin/nx'), ['run-many', '-t', 'build', '--outputStyle=static']);
      return code === 0 ? passed() : failure(tail(output));
    },
  },
  // Side by side, the longest first.
  program('lint', [tool('eslint/bin/eslint.js'), '.', '--max-warnings', '0']),
  program('format', [tool('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.']),
  program('types', tsc('tsconfig.json')),
  program('types of web', tsc('web/tsconfig.json')),
  program('types of deploy', tsc('deploy/local/tsconfig.json')),
  program('dependencies', [
    tool('dependency-cruiser/bin/dependency-cruise.mjs'),
    '--config',
    '.dependency-cruiser.mjs',
    'libs',
    'services',
    'web/src',
  ]),
  {
    name: 'tests of libs, services and deploy',
    run: async ({ run, workDir }) => {
      const report = join(workDir, 'jest.json');
      const { output } = await run(
        node,
        [
          '--no-warnings',
          // Jest's own runner, one set of modules per file (jest.config.mjs), takes three times as long.
          ...(isIsolated ? ['--experimental-vm-modules'] : []),
          tool('jest/bin/jest.js'),
          '--json',
          `--outputFile=${report}`,
          WORKERS,
        ],
        { timeoutMs: isIsolated ? 3_600_000 : 1_800_000 },
      );
      return readUnitReport(report, tail(output, 120));
    },
  },
  {
    name: 'tests of persistence behind PgBouncer',
    run: async ({ run, workDir }) => {
      const report = join(workDir, 'jest-pgbouncer.json');
      const { output } = await run(
        node,
        ['--no-warnings', tool('jest/bin/jest.js'), 'libs/persistence', '--json', `--outputFile=${report}`, WORKERS],
        { env: { TEST_DATABASE_POOLER: 'transaction' }, timeoutMs: 300_000 },
      );
      return readUnitReport(report, tail(output, 120));
    },
  },
  {
    name: 'tests of web',
    run: async ({ run, workDir }) => {
      const report = join(workDir, 'vitest.json');
      const { output } = await run(
        node,
        [tool('vitest/vitest.mjs'), 'run', '--reporter=json', `--outputFile=${report}`],
        { cwd: inRoot('web'), timeoutMs: 600_000 },
      );
      return readUnitReport(report, tail(output, 120));
    },
  },
  {
    name: 'tenants of the running stack',
    run: async ({ run, workDir }) => {
      const stack = await startLiveStack(inRoot('.cache', 'security-data'), { POSTLOOM_RATE_LIMITS: 'off' });
      try {
        const report = join(workDir, 'security.json');
        const config = inRoot('deploy/security/jest.config.mjs');
        const { output } = await run(
          node,
          ['--no-warnings', tool('jest/bin/jest.js'), '--config', config, '--json', `--outputFile=${report}`],
          { env: { POSTLOOM_URL: stack.url, POSTLOOM_SANDBOX_URL: stack.sandboxUrl }, timeoutMs: 300_000 },
        );
        return readUnitReport(report, tail(output, 120));
      } finally {
        await stack.stop();
      }
    },
  },
  {
    name: 'uploads by Uppy in the browser',
    run: async (context) => {
      const chromium = await findChromium(context);
      const dataDir = inRoot('.cache', 'uppy-data');
      const stack = await startLiveStack(dataDir);
      try {
        const words = ['--files', '2', '--megabytes', '6', '--result', join(context.workDir, 'uppy.json')];
        const { code, output } = await context.run(
          node,
          ['--no-warnings', inRoot('deploy/uppy/src/main.ts'), ...words],
          { env: { POSTLOOM_DATA_DIR: dataDir, CHROMIUM_PATH: chromium }, timeoutMs: 180_000 },
        );
        return code === 0 ? passed() : failure(tail(output, 80));
      } finally {
        await stack.stop();
      }
    },
  },
  {
    name: 'chaos, the short form',
    run: async ({ run, workDir }) => {
      const env = { CHAOS_FORM: 'short', CHAOS_SEED: '2026', CHAOS_RESULT: join(workDir, 'chaos.json') };
      const { code, output } = await run(node, [inRoot('deploy/chaos/src/main.ts')], { env, timeoutMs: 420_000 });
      return code === 0 ? passed() : failure(tail(output, 80));
    },
  },
  {
    name: 'data of the dashboards',
    run: async ({ run, workDir }) => {
      const env = { PANELS_RESULT: join(workDir, 'panels.json') };
      const { code, output } = await run(node, [inRoot('deploy/observability/src/panels.ts')], {
        env,
        timeoutMs: 300_000,
      });
      return code === 0 ? passed() : failure(tail(output, 80));
    },
  },
  program('bundle budget', [inRoot('web/scripts/budget.mjs')]),
  browserStep(
    'end to end in the browser',
    // A person is asked about a post in doubt after half an hour; its story cannot wait that long. Each story signs up from one address.
    () => Promise.resolve({ PUBLISH_BOUND_MS: '30000', LIMIT_REGISTER: '300/3600' }),
  ),
  browserStep('sign-in at a provider in the browser', async () => ({
    POSTLOOM_OPENID: 'on',
    POSTLOOM_OPENID_PORT: String(await freePort()),
  })),
  browserStep('payment, and uploads to storage, in the browser', () =>
    // In parts from a little more than one part on: a story need not make larger files.
    Promise.resolve({ STRIPE: 'sandbox', POSTLOOM_UPLOADS: 'storage', UPLOAD_PARTS_FROM_BYTES: '6000000' }),
  ),
];
