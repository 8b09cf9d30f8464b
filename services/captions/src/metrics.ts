import { counter, defineMetrics, histogram } from '@postloom/chassis';
import { aiProviders } from '@postloom/contracts';

export const metrics = defineMetrics('captions', {
  generationSeconds: histogram('Caption generations by provider and outcome, provider call included', {
    labels: ['provider', 'outcome'],
  }),
  providerCallSeconds: histogram(
    'Calls to a provider by outcome: each try alone, without the wait for a turn and the picture',
    {
      labels: ['provider', 'outcome'],
    },
  ),
  tokensTotal: counter('Tokens that providers read and wrote, as they report them', ['provider', 'kind']),
  costDollarsTotal: counter('What those tokens cost by the prices of the settings, in dollars', ['provider']),
  repairs: counter('Answers of a provider that had to be cleaned: links, markup or a leaked instruction', ['provider']),
});

for (const { id: provider } of aiProviders) {
  // There from the start: a count that first shows as more than 0 has no rate.
  metrics.tokensTotal.add(0, { provider, kind: 'read' });
  metrics.tokensTotal.add(0, { provider, kind: 'written' });
  metrics.costDollarsTotal.add(0, { provider });
}
