import { afterEach, describe, expect, it } from '@jest/globals';
import { overrideEnvironment } from '@postloom/chassis';
import { config } from './config.ts';

describe('what a model costs', () => {
  afterEach(() => overrideEnvironment());
  const priceOf = (text: string) => {
    overrideEnvironment({
      SERVICE_INTERNAL_PORT: '9090',
      MEDIA_INTERNAL_URL: 'http://media:9090',
      OPENAI_PRICE: text,
    });
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
