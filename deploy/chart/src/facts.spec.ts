import { describe, expect, it } from '@jest/globals';
import { services } from '../../local/src/stack/services.ts';
import { facts } from './rendered.ts';

describe('what the chart knows of the services', () => {
  it('is about exactly the services there are', () => {
    expect(Object.keys(facts).sort()).toEqual(services.map(({ name }) => name).sort());
  });

  it.each(services.map((service) => [service.name, service] as const))('is true of %s', (name, service) => {
    const known = facts[name];
    expect(known?.schema).toBe(service.schema);
    expect(known?.listens ?? false).toBe(service.listens);
    expect(known?.secrets).toContain('NATS_PASSWORD');
    // The gateway signs who asks, the others verify it.
    expect(known?.secrets).toContain(name === 'gateway' ? 'CALLER_SIGNING_KEY' : 'CALLER_KEYS');
    expect(known?.secrets.includes('WORKER_DATABASE_URL')).toBe(service.schema !== undefined);
  });
});
