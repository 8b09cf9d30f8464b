import { afterEach, describe, expect, it } from '@jest/globals';
import { overrideEnvironment } from '@postloom/chassis';
import { config } from './config.ts';

const needed = { SERVICE_INTERNAL_PORT: '9090', MEDIA_INTERNAL_URL: 'http://media:9090' };

describe('what a model costs', () => {
  afterEach(() => overrideEnvironment());
  const priceOf = (text: string) => {
    overrideEnvironment({ ...needed, OPENAI_PRICE: text });
    return config.openaiPrice;
  };

  it('is said in dollars, read and written', () => {
    expect(priceOf('2.5/10')).toEqual({ read: 2.5, written: 10 });
    expect(priceOf('0/0.0125')).toEqual({ read: 0, written: 0.0125 });
  });

  it.each(['2.5', '$2.5/10', '2,5/10', '-1/2', '1e3/2', '1/2/3'])('is not "%s"', (text) => {
    expect(() => priceOf(text)).toThrow(/OPENAI_PRICE.*for example 2.5\/10/);
  });
});

describe('calls and time', () => {
  afterEach(() => overrideEnvironment());

  it('are each provider’s own', () => {
    overrideEnvironment({ ...needed, ANTHROPIC_CALLS: '3', XAI_TIMEOUT_SECONDS: '2.5' });
    const { openaiCalls, anthropicCalls, xaiCalls } = config;
    expect([openaiCalls, anthropicCalls, xaiCalls]).toEqual([16, 3, 16]);
    const { openaiTimeoutSeconds, anthropicTimeoutSeconds, xaiTimeoutSeconds } = config;
    expect([openaiTimeoutSeconds, anthropicTimeoutSeconds, xaiTimeoutSeconds]).toEqual([17, 17, 2.5]);
  });

  it.each([
    ['OPENAI_CALLS', '0'],
    ['OPENAI_CALLS', '1.5'],
    ['OPENAI_TIMEOUT_SECONDS', '21'],
    ['OPENAI_TIMEOUT_SECONDS', '0'],
  ])('%s is not %s', (name, text) => {
    overrideEnvironment({ ...needed, [name]: text });
    expect(() => config.openaiModel).toThrow(name);
  });
});
