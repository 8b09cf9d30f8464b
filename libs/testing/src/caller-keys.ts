import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';

const seed = createHash('sha256').update('the gateway of the tests').digest();
const signing = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
  format: 'der',
  type: 'pkcs8',
});
const publicKey = createPublicKey(signing).export({ format: 'der', type: 'spki' }).subarray(-32);

/**
 * The gateway's keys of all tests, the same in every process. A test's own calls are signed with them; a service's calls in its own
 * name are not, in tests as in production.
 */
export const testCallerKeys = {
  CALLER_SIGNING_KEY: `test:${seed.toString('base64')}`,
  CALLER_KEYS: `test:${publicKey.toString('base64')}`,
} as const;
