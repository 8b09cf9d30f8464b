import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Bucket } from '../../local/object-store/src/storage.ts';

/** Makes all objects whose keys begin with `prefix` older, past the product: in the object store of a stack on this machine. */
export async function ageObjects(dataDir: string, prefix: string, hours: number): Promise<void> {
  const root = join(dataDir, 'objects');
  for (const name of readdirSync(root)) {
    const bucket = new Bucket(join(root, name));
    for (const key of await bucket.keys(prefix)) {
      await bucket.backdate(key, hours * 3_600_000);
    }
  }
}
