import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import * as contracts from '@postloom/contracts';
import type { RpcContract } from '@postloom/contracts';
import { allPermissions, services } from './services.ts';

const file = join(import.meta.dirname, '../permissions.json');
const folderOf = (service: string): string => (service === 'publisher' ? 'social-publisher' : service);

describe('the permissions of the broker', () => {
  it('are generated from what the services declare', () => {
    if (process.env['UPDATE_PERMISSIONS'] === 'on') {
      writeFileSync(file, `${JSON.stringify(allPermissions(), null, 2)}\n`);
    }
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(allPermissions());
  });

  it('let nobody publish more than its own events, the parts of its answers, its requests and the calls of its own consumers', () => {
    for (const [user, { publish }] of Object.entries(allPermissions())) {
      for (const subject of publish.filter((one) => /[*>]/.test(one))) {
        expect([user, subject]).toEqual([
          user,
          expect.stringMatching(
            new RegExp(
              `^(${user}\\.>|rpc\\.${user}\\.[\\w.-]+\\.parts\\.\\*|\\$JS\\.ACK\\.[A-Z]+\\.${user}--[\\w-]+\\.>)$`,
            ),
          ),
        ]);
      }
    }
  });
});

/** Every request a source file names as a value: not as a type, and not as the contract it answers. */
const namedIn = (source: string): string[] =>
  [...source.matchAll(/(@Rpc\(\s*|typeof )?\b(\w+Rpc)\.(\w+)\b/g)]
    .filter(([, prefix]) => prefix === undefined)
    .map(([, , group = '', name = '']) => {
      const contract = (contracts as unknown as Record<string, Record<string, RpcContract>>)[group]?.[name];
      return contract?.subject ?? `${group}.${name} is no contract`;
    });

/** The calls that PlansModule of libs/messaging makes in the name of the service that imports it. */
const ofPlans = (source: string): string[] =>
  /imports: \[[^\]]*\bPlansModule\b/.test(source) && source.includes("PlansModule } from '@postloom/messaging'")
    ? [contracts.identityRpc.planGet.subject]
    : [];

describe.each(services.map((options) => [options.service, options] as const))('%s', (service, options) => {
  const folder = join(import.meta.dirname, '../../../services', folderOf(service), 'src');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.(int-)?spec\.ts$|(^|\/)testing\/|^messages\.ts$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'));

  it('declares exactly the requests that it makes', () => {
    const made = new Set(sources.flatMap((source) => [...namedIn(source), ...ofPlans(source)]));
    expect(options.calls.map(({ subject }) => subject).toSorted()).toEqual([...made].toSorted());
  });
});
