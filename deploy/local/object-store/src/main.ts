import { readFileSync } from 'node:fs';
import { startObjectStore } from './server.ts';
import type { Credentials } from './signature.ts';

/** A setting from the environment, or from the file that `NAME_FILE` names. */
const setting = (name: string, fallback?: string): string => {
  const file = process.env[`${name}_FILE`];
  const value = file === undefined ? process.env[name] : readFileSync(file, 'utf8').trim();
  if (value !== undefined && value !== '') {
    return value;
  }
  if (fallback !== undefined) {
    return fallback;
  }
  process.stderr.write(`The object store needs ${name}.\n`);
  return process.exit(1);
};

const region = setting('S3_REGION', 'us-east-1');

/** Several pairs while keys are changed: the first line of one setting belongs to the first of the other. Files are read each time. */
const credentials = (): Credentials[] => {
  const secretKeys = setting('S3_SECRET_KEY').split('\n');
  return setting('S3_ACCESS_KEY')
    .split('\n')
    .map((accessKey, index) => ({ accessKey, secretKey: secretKeys[index] ?? '', region }));
};
credentials();

const origins = setting('OBJECT_STORE_CORS_ORIGINS', '')
  .split(',')
  .map((origin) => origin.trim())
  .filter((origin) => origin !== '');
const faultUrl = setting('OBJECT_STORE_FAULT_URL', '');

const store = await startObjectStore({
  dataDir: setting('OBJECT_STORE_DATA_DIR'),
  host: setting('HOST', '127.0.0.1'),
  port: Number(setting('PORT', '9000')),
  bucket: setting('S3_BUCKET'),
  credentials,
  corsOrigins: origins,
  ...(faultUrl === '' ? {} : { faultUrl }),
});
process.stdout.write(`object store at ${store.url}\n`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void store.stop().then(() => process.exit(0));
  });
}
