import pg from 'pg';
import type { RunFile } from '../../local/src/stack/run-file.ts';
import { Person } from '../../harness/src/client.ts';
import { inParallel } from '../../harness/src/in-parallel.ts';
import { smallPicture } from '../../harness/src/picture.ts';
import { cloneCustomers } from './clone-customers.ts';

export interface Seeded {
  /** Those whose answers a cache could remember. */
  readonly few: readonly Customer[];
  /** So many that no cache of recent answers helps. */
  readonly many: readonly Customer[];
  /** First and last day of the month that holds the posts. */
  readonly from: string;
  readonly to: string;
}

export const MONTH_POSTS = 98;
const CONNECTED = ['instagram', 'facebook', 'twitter', 'linkedin', 'tiktok'] as const;
/** Where each post goes. */
const POSTED = ['instagram', 'facebook', 'twitter'] as const;

/** How many customers the load comes from: a count of one payer is one row, and real load is not one person clicking. */
export const CUSTOMERS = 16;

/** How many businesses the cold figures come from. */
export const BUSINESSES = 1000;

/** What a request of one customer needs. */
export interface Customer {
  readonly cookie: string;
  readonly businessId: string;
  readonly photoId: string;
}

/**
 * Agency customers with five accounts and a month of 98 posts each. The first ones come in through the product's own calls, the
 * others are copies of one of them.
 */
export async function seed(stack: RunFile): Promise<Seeded> {
  const month = new Date();
  month.setUTCDate(1);
  month.setUTCMonth(month.getUTCMonth() + 1);
  const day = (date: number): string => `${month.toISOString().slice(0, 8)}${String(date).padStart(2, '0')}`;
  // Four at a time: as fast as the machine seeds without starving itself.
  const customers = await inParallel([...Array(CUSTOMERS).keys()], 4, (number) => seedCustomer(stack, number, day));
  const [original] = customers;
  if (original === undefined) {
    throw new Error('nobody was seeded');
  }
  const many = await cloneCustomers(stack, original, BUSINESSES);
  await writeBenchTables(stack);
  const lastDay = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
  return { few: customers, many, from: day(1), to: day(lastDay) };
}

async function seedCustomer(stack: RunFile, number: number, day: (date: number) => string): Promise<Customer> {
  const person = await Person.signUp(stack.url, { tier: 'agency' });
  const photo = await person.upload(await smallPicture(number));
  for (const platform of CONNECTED) {
    await person.connect(platform, `seed-${number}`);
  }
  await person.photosReady();
  for (let made = 0; made < MONTH_POSTS; made += 1) {
    await person.createPost({
      caption: `Post ${made + 1}: fresh from the oven this morning, come by before they are gone. #bakery #fresh #neighbours`,
      platforms: [...POSTED],
      status: 'scheduled',
      scheduledFor: `${day(1 + (made % 28))}T${String(8 + (made % 10)).padStart(2, '0')}:30:00Z`,
      photoId: photo.id,
    });
  }
  return { cookie: person.session ?? '', businessId: person.businessId ?? '', photoId: photo.id };
}

async function writeBenchTables(stack: RunFile): Promise<void> {
  const client = new pg.Client({ connectionString: stack.databaseUrl });
  await client.connect();
  try {
    // The baseline writes into tables of the same shape, with the same indexes and constraints.
    await client.query(`DROP SCHEMA IF EXISTS bench CASCADE`);
    await client.query(`CREATE SCHEMA bench`);
    for (const table of ['posts', 'post_targets', 'post_history', 'usage']) {
      await client.query(`CREATE TABLE bench.${table} (LIKE scheduling.${table} INCLUDING ALL)`);
    }
    await client.query(`INSERT INTO bench.usage SELECT * FROM scheduling.usage`);
    await client.query(`ANALYZE`);
  } finally {
    await client.end();
  }
}
