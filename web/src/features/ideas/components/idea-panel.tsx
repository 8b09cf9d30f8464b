import type { IndustryKey, IndustryTemplate } from '@postloom/contracts';
import { Check, Plus, RefreshCw } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { Async } from '#components/async.tsx';
import { useIndustryTemplate } from '#data/industry-template.ts';
import { cn } from '#lib/cn.ts';
import { Button, Skeleton, SkeletonGroup } from '#ui/index.ts';
import { hasTags, withTagsToggled } from '../tag-sets.ts';
import { ideaTexts } from '../texts.ts';

export type IdeaPanelProps = {
  industry: IndustryKey;
  value: string;
  onChange(text: string): void;
  onIdea(idea: string): void;
  onExample(caption: string): void;
};

const DAY_MS = 86_400_000;

/** Another place to begin each day, so that the first idea is not always the same. */
const today = () => Math.floor(Date.now() / DAY_MS);

/** What the trade's template offers, one idea and one example at a time. */
export function IdeaPanel({ industry, ...rest }: IdeaPanelProps) {
  const query = useIndustryTemplate(industry);
  return (
    <Async
      query={query}
      className="py-4"
      skeleton={
        <SkeletonGroup text={ideaTexts.loading}>
          <Skeleton className="h-72 rounded-card" />
        </SkeletonGroup>
      }
    >
      {(template) => <Template template={template} {...rest} />}
    </Async>
  );
}

function Template({
  template,
  value,
  onChange,
  onIdea,
  onExample,
}: Omit<IdeaPanelProps, 'industry'> & { template: IndustryTemplate }) {
  const ofTrade = template.hashtags.flatMap(({ tags }) => tags);
  return (
    <div className="grid gap-4 rounded-card border border-line bg-sunken p-3.5">
      <OneByOne
        title={ideaTexts.heading(template.label)}
        items={template.captionIdeas}
        another="Another idea"
        use="Use this idea"
        onUse={onIdea}
      >
        {(idea) => <p className="text-base text-pretty">{idea}</p>}
      </OneByOne>
      {value.trim() === '' ? (
        <OneByOne
          title={ideaTexts.examples}
          items={template.examplePosts}
          another="Another caption"
          use="Use this caption"
          onUse={({ caption }) => onExample(caption)}
        >
          {({ caption, photo }) => (
            <>
              <p className="text-base text-pretty">{caption}</p>
              <p className="text-sm text-muted">{ideaTexts.photoWanted(photo)}</p>
            </>
          )}
        </OneByOne>
      ) : null}
      <section aria-label={ideaTexts.hashtags} className="grid gap-2">
        <h3 className="text-sm font-semibold">{ideaTexts.hashtags}</h3>
        <ul className="grid gap-1.5">
          {template.hashtags.map(({ name, tags }) => {
            const isIn = hasTags(value, tags);
            const Sign = isIn ? Check : Plus;
            return (
              <li key={name}>
                <button
                  type="button"
                  aria-pressed={isIn}
                  onClick={() => onChange(withTagsToggled(value, tags, ofTrade))}
                  className={cn(
                    'flex min-h-11 w-full items-center gap-3 rounded-control border bg-cloth px-3 py-1.5 text-left transition-colors hover:border-line-strong',
                    isIn ? 'border-woad bg-woad-soft' : 'border-line',
                  )}
                >
                  <Sign className="size-4 shrink-0 text-woad" aria-hidden="true" />
                  <span className="grid min-w-0">
                    <span className="text-sm font-semibold">{name}</span>
                    <span className="text-xs wrap-break-word text-muted">{tags.join(' ')}</span>
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      </section>
    </div>
  );
}

/** A list of which one is shown, with the way to the next and to its use. */
function OneByOne<T>({
  title,
  items,
  another,
  use,
  onUse,
  children,
}: {
  title: string;
  items: readonly T[];
  another: string;
  use: string;
  onUse(item: T): void;
  children(item: T): ReactNode;
}) {
  const id = useId();
  const [place, setPlace] = useState(today);
  const item = items[place % items.length];
  if (item === undefined) {
    return null;
  }
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h3 id={id} className="text-sm font-semibold">
        {title}
      </h3>
      <div aria-live="polite" className="grid gap-1 rounded-control border border-line bg-cloth px-3.5 py-2.5">
        {children(item)}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="soft" size="sm" onClick={() => onUse(item)}>
          {use}
        </Button>
        <Button variant="ghost" size="sm" onClick={() => setPlace(place + 1)}>
          <RefreshCw aria-hidden="true" />
          {another}
        </Button>
      </div>
    </section>
  );
}
