export type BusinessFactsProps = { facts: readonly (readonly [term: string, fact: string])[] };

/** What is known of a business, to be read: terms and what stands for them. */
export function BusinessFacts({ facts }: BusinessFactsProps) {
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      {facts.map(([term, fact]) => (
        <div key={term}>
          <dt className="text-sm text-muted">{term}</dt>
          <dd className="font-semibold">{fact}</dd>
        </div>
      ))}
    </dl>
  );
}
