import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Person } from '../../harness/src/client.ts';
import { inParallel } from '../../harness/src/in-parallel.ts';
import type { Installation } from '../../harness/src/installation.ts';
import { smallPicture, twelveMegapixels } from '../../harness/src/picture.ts';

/** Where the scenarios post, `PLATFORMS` of `k6/lib/actions.js`. */
export const PLATFORMS = ['instagram', 'twitter'] as const;

/** What the scenarios open: those who use the product, and the picture that they upload. */
export interface ScenarioFiles {
  readonly customers: string;
  readonly picture: string;
}

/** Signs customers up, each with a business, two accounts and a photo, and leaves what the scenarios need in the folder. */
export async function signUpCustomers(
  { url }: Installation,
  count: number,
  run: string,
  folder: string,
): Promise<ScenarioFiles> {
  const customers = await inParallel([...Array(count).keys()], 4, async (index) => {
    const person = await Person.signUp(url, { tier: 'agency', name: `Load ${index + 1}` });
    const photo = await person.upload(await smallPicture(index));
    for (const platform of PLATFORMS) {
      await person.connect(platform, `load-${run}-${index}`);
    }
    await person.photosReady();
    return { cookie: person.session, businessId: person.businessId, photoId: photo.id };
  });
  mkdirSync(folder, { recursive: true });
  const files = { customers: join(folder, 'customers.json'), picture: join(folder, 'picture.jpg') };
  writeFileSync(files.picture, await twelveMegapixels());
  writeFileSync(files.customers, JSON.stringify(customers));
  return files;
}
