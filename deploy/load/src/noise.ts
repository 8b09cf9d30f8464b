/** The noisy business of `noisy.ts`: a message says what to send, and it answers with the outcome. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Person } from '../../harness/src/client.ts';
import type { RequestOptions } from '../../harness/src/client.ts';

interface Order {
  readonly origin: string;
  readonly session: string;
  readonly businessId: string;
  readonly photoId: string;
  readonly picturePath: string;
  readonly pictures: number;
  readonly captions: number;
  readonly rows: number;
}

process.once('message', (order: Order) => {
  const person = new Person(order.origin, order.session);
  person.businessId = order.businessId;
  void makeNoise(person, order).then((outcomes) => process.send?.(outcomes));
});

/** Everything at once; how many calls ended with which status at last, and how many answers sent them back. */
async function makeNoise(person: Person, order: Order): Promise<Record<string, number>> {
  const { photoId, ...amounts } = order;
  const heavy = readFileSync(order.picturePath);
  const outcomes: Record<string, number> = {};
  const count = (name: string): void => {
    outcomes[name] = (outcomes[name] ?? 0) + 1;
  };
  const call = async (name: string, path: string, options: () => RequestOptions): Promise<void> => {
    for (;;) {
      const { status, headers } = await person.request('POST', path, options());
      if (status !== 503) {
        count(`${name} ${status}`);
        return;
      }
      count(`${name} 503, again later`);
      await wait(Number(headers.get('retry-after') ?? 1) * 1_000);
    }
  };
  const file = (bytes: Buffer | string, type: string, name: string): RequestOptions => {
    const form = new FormData();
    form.set('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], { type }), name);
    return { form };
  };
  const rows = Array.from({ length: amounts.rows }, (_, row) => `Imported ${row},instagram,draft`);
  const csv = ['caption,platforms,status', ...rows].join('\r\n');
  await Promise.all([
    ...Array.from({ length: amounts.pictures }, () =>
      call('picture', `/api/photos/direct-upload/${randomUUID()}`, () => file(heavy, 'image/jpeg', 'heavy.jpg')),
    ),
    ...Array.from({ length: amounts.captions }, () =>
      call('caption', '/api/generate-caption', () => ({ body: { photoId } })),
    ),
    call('import', '/api/posts/import', () => file(csv, 'text/csv', 'posts.csv')),
  ]);
  return outcomes;
}
