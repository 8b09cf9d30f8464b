import { counter, defineMetrics, histogram } from '@postloom/chassis';

export const metrics = defineMetrics('captions', {
  generationSeconds: histogram('Caption generations by provider and outcome, provider call included', {
    labels: ['provider', 'outcome'],
  }),
  repairs: counter('Answers of a provider that had to be cleaned: links, markup or a leaked instruction', ['provider']),
});
