import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { industries, industryTemplates } from '@postloom/contracts';
import { GatewayUnderTest } from '../testing/gateway-under-test.ts';
import type { Person } from '../testing/gateway-under-test.ts';

describe('industry templates over HTTP', () => {
  let gateway: GatewayUnderTest;
  let person: Person;
  beforeAll(async () => {
    gateway = await GatewayUnderTest.start();
    person = gateway.person();
  });
  afterAll(() => gateway.close());

  const ask = (query = '', known?: string) =>
    gateway.ask('GET', `/api/industry-templates${query}`, {
      person,
      headers: known === undefined ? {} : { 'if-none-match': known },
    });

  it('are one for each of the 11 industries, in their order', async () => {
    const answer = await ask();
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(JSON.parse(answer.text)).toEqual(industryTemplates());
    expect(industryTemplates().map(({ key }) => key)).toEqual(industries.map(({ key }) => key));
  });

  it('are that of one industry when it is named', async () => {
    const { text } = await ask('?industry=events');
    expect(JSON.parse(text)).toEqual(industryTemplates().filter(({ key }) => key === 'events'));
    expect(await ask('?industry=circus')).toMatchObject({ status: 400, body: { error: 'validation_failed' } });
  });

  it('are not sent again to a browser that has them', async () => {
    const first = await ask();
    expect(first.headers['cache-control']).toBe('private, no-cache');
    const etag = first.headers['etag'] ?? '';
    const again = await ask('', etag);
    expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', etag]);
    // The answer for one industry is another one.
    expect((await ask('?industry=events', etag)).status).toBe(200);
  });
});
