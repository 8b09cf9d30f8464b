import { randomUUID } from 'node:crypto';
import { defineRun, number, text } from '../../harness/src/define-run.ts';
import { installationOf, installationSettings } from '../../harness/src/installation.ts';
import { Ledger } from '../../harness/src/ledger.ts';
import { signUpCustomers } from './customers.ts';

const run = defineRun({
  name: 'load-customers',
  summary:
    'Signs up the customers of a load test, lifts the quotas of the sandbox for them, and leaves the files that the scenarios open. The first container of each pod of a TestRun; npm run load does the same by itself.',
  settings: {
    ...installationSettings,
    customers: number(20, 'how many'),
    into: text('FOLDER', 'where the files go', '.cache/load'),
  },
});
const { settings } = run;
const stack = installationOf(run);

await new Ledger(stack.sandboxUrl).settings({ quotas: 'off' });
const customers = Math.ceil(settings.customers);
const files = await signUpCustomers(stack, customers, randomUUID().slice(0, 8), settings.into);
console.log(`${customers} customers signed up: ${files.customers}`);
