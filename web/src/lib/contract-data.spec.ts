import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import * as contractData from './contract-data.ts';

it('has in a production build what it has here', () => {
  const config = readFileSync(resolve(import.meta.dirname, '../../vite.config.ts'), 'utf8');
  const [, table = ''] = /const contractData = \{(.*?)\} as const;/s.exec(config) ?? [];
  const built = [...table.matchAll(/'(\w+)'/g)].map(([, name]) => name);
  expect(built.toSorted()).toEqual(Object.keys(contractData).toSorted());
});
