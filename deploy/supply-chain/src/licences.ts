import { packageName, strangers } from './lock-file.ts';
import type { LockFile } from './lock-file.ts';

/** SPDX expressions, as packages write them, under which code may be part of what is installed at a customer's. */
const allowed: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
  '(MIT OR Apache-2.0)',
  '(MIT OR CC0-1.0)',
]);

/** Packages under another licence, or that do not name theirs in package.json, and why they may stay. A trailing * stands for any end. */
const judged: Readonly<Record<string, string>> = {
  '@img/sharp-*': 'LGPL-3.0: libvips and its companions, a shared library that is loaded, unchanged and replaceable',
  '@visx/vendor': 'MIT and ISC, both accepted: d3 as modules, with a sentence in place of an SPDX expression',
  'libheif-js': 'LGPL-3.0: libheif as WebAssembly in a file of its own, unchanged and replaceable',
  'passport-strategy': 'MIT, said by its LICENSE file; package.json predates the field',
  pause: 'MIT, said by its Readme; package.json predates the field',
};

const matches = (name: string, pattern: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;

/**
 * Packages of the running product (not those for development alone) whose licence nobody has accepted, and judgements that no package
 * needs any more.
 */
export const licenceFaults = (lock: LockFile): string[] => {
  const unaccepted = strangers(lock)
    .filter(([, { dev, license }]) => dev !== true && !allowed.has(license ?? ''))
    .map(([path, { license }]) => ({ name: packageName(path), license: license ?? 'none named' }));
  const patterns = Object.keys(judged);
  return [
    ...unaccepted
      .filter(({ name }) => !patterns.some((pattern) => matches(name, pattern)))
      .map(
        ({ name, license }) =>
          `${name}: licence ${license} is not accepted; judge it in deploy/supply-chain/src/licences.ts`,
      ),
    ...patterns
      .filter((pattern) => !unaccepted.some(({ name }) => matches(name, pattern)))
      .map((pattern) => `${pattern} is judged in deploy/supply-chain/src/licences.ts, and no package needs it`),
  ];
};
