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
  metrics.providerCallSeconds.begin({ provider, outcome: 'done' });
  metrics.tokensTotal.begin({ provider, kind: 'read' });
  metrics.tokensTotal.begin({ provider, kind: 'written' });
  metrics.costDollarsTotal.begin({ provider });
}
