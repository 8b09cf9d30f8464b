import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';

/**
 * Each fixture breaks one rule; a rule that does not fail on its fixture is decoration. Rules 8, 9 and 10 are held by
 * tests of their own (libs/messaging boot check, `assertTenantIsolation` in libs/testing, libs/contracts published schemas).
 */
const fixtures = join(import.meta.dirname, '../fixtures');
const root = join(import.meta.dirname, '../../..');

const byEslint: Record<string, string> = {
  'services/one/src/orders/rule-4-sql-in-use-case.ts': 'no-restricted-syntax',
  'services/one/src/orders/rule-4-system-scope.ts': 'no-restricted-syntax',
  'services/one/src/orders/rule-5-fetch.ts': 'no-restricted-globals',
  'web/src/features/a/rule-5-fetch-in-web.ts': 'no-restricted-globals',
  'services/one/src/orders/rule-6-environment.ts': 'no-restricted-syntax',
  'services/one/src/orders/rule-6-clock.ts': 'no-restricted-syntax',
  'services/one/src/orders/rule-7-any.ts': '@typescript-eslint/no-explicit-any',
  'services/one/src/orders/rule-7-floating-promise.ts': '@typescript-eslint/no-floating-promises',
  'services/one/src/orders/rule-7-braces.ts': 'curly',
  'services/one/src/orders/rule-7-inject-a-class.ts': 'no-restricted-syntax',
  'services/one/src/orders/rule-7-empty-catch.ts': 'no-restricted-syntax',
  'web/src/features/a/rule-7-callbacks-of-mutate.ts': 'no-restricted-syntax',
  'web/src/features/a/rule-7-ref-in-render.ts': 'react-hooks/refs',
  'web/src/features/a/rule-7-state-from-props.ts': 'react-hooks/set-state-in-effect',
  'web/src/features/a/rule-7-press-on-a-box.tsx': 'jsx-a11y/no-static-element-interactions',
  'web/src/features/a/rule-7-whole-query.ts': '@tanstack/query/no-rest-destructuring',
  'services/one/src/orders/rule-7-inexhaustive-switch.ts': '@typescript-eslint/switch-exhaustiveness-check',
};

const byDependencyCruiser: Record<string, string> = {
  'services/one/src/orders/rule-1-imports-a-service.ts': 'service-imports-service',
  'web/src/features/a/rule-1-web-imports-a-lib.ts': 'web-imports-only-contracts',
  'libs/chassis/src/rule-2-upwards.ts': 'chassis-depends-downwards',
  'libs/contracts/src/rule-2-contracts-import.ts': 'contracts-import-only-zod',
  'services/one/src/orders/rule-2-testing-in-product.ts': 'testing-only-in-tests',
  'services/one/src/orders/rule-3-past-the-index.ts': 'feature-entered-through-index',
  'services/one/src/orders/rule-3-cycle-a.ts': 'no-cycles',
  'web/src/features/a/rule-3-feature-imports-feature.ts': 'web-feature-imports-feature',
  'web/src/data/rule-3-shared-imports-a-feature.ts': 'web-shared-imports-upwards',
  'services/one/src/orders/rule-4-typeorm-in-use-case.ts': 'typeorm-in-migrations-alone',
  'services/one/src/orders/rule-5-nats.ts': 'nats-only-in-messaging',
  'services/one/src/orders/rule-5-pg.ts': 'pg-only-in-persistence',
};

interface LintResult {
  filePath: string;
  messages: { ruleId: string | null; severity: number }[];
}

interface CruiseResult {
  summary: { violations: { from: string; rule: { name: string } }[] };
}

function run(tool: string, args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      join(root, 'node_modules/.bin', tool),
      args,
      { cwd: fixtures, maxBuffer: 32 * 1024 * 1024 },
      (error, stdout, stderr) => {
        // Both tools exit with a status when they find something, which is what is wanted here.
        if (stdout.startsWith('[') || stdout.startsWith('{')) {
          resolve(stdout);
        } else {
          reject(new Error(`${tool} said nothing readable: ${stderr}`, { cause: error }));
        }
      },
    );
  });
}

describe('the ten rules', () => {
  let found: Map<string, Set<string>>;
  const note = (file: string, rule: string): void => {
    found.set(file, (found.get(file) ?? new Set()).add(rule));
  };

  beforeAll(async () => {
    found = new Map();
    const [lint, cruise] = await Promise.all([
      run('eslint', ['--config', join(import.meta.dirname, '../fixtures.eslint.config.mjs'), '--format', 'json', '.']),
      run('depcruise', [
        '--config',
        join(root, '.dependency-cruiser.mjs'),
        '--output-type',
        'json',
        'services',
        'libs',
        'web',
      ]),
    ]);
    for (const { filePath, messages } of JSON.parse(lint) as LintResult[]) {
      for (const { ruleId } of messages) {
        note(filePath.slice(fixtures.length + 1), ruleId ?? 'no rule');
      }
    }
    for (const { from, rule } of (JSON.parse(cruise) as CruiseResult).summary.violations) {
      note(from, rule.name);
    }
  });

  it.each(Object.entries({ ...byEslint, ...byDependencyCruiser }))('%s fails by %s', (file, rule) => {
    expect([...(found.get(file) ?? [])]).toEqual([rule]);
  });

  it('a file that keeps the rules passes', () => {
    expect(found.get('services/one/src/orders/keeps-every-rule.ts')).toBeUndefined();
  });
});
