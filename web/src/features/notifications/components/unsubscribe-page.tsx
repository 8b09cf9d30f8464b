import type { ReactNode } from 'react';
import { Link, useSearch } from 'wouter';
import { isDeadLink, messageOr } from '#lib/api/index.ts';
import { Button, ErrorState, FormError, SpinnerWithText } from '#ui/index.ts';
import { useUnsubscribe, useUnsubscription } from '../api/unsubscribe.ts';
import { kindTexts, unsubscribeTexts as texts } from '../preference-texts.ts';

/** Where the link at the end of a mail leads: it says what would stop and asks; opening it stops nothing. */
export default function UnsubscribePage() {
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  const link = useUnsubscription(token);
  const stop = useUnsubscribe(token);
  const settings = (
    <Button asChild variant="secondary">
      <Link href="/settings#notifications">{texts.settings}</Link>
    </Button>
  );
  if (token === '' || isDeadLink(link.error)) {
    return (
      <Letter title={texts.dead}>
        <p>{texts.deadLead}</p>
        <div>{settings}</div>
      </Letter>
    );
  }
  if (link.data === undefined) {
    return (
      <div className="mx-auto w-full max-w-[60ch] px-5 py-10 sm:py-16">
        {link.isError && !link.isFetching ? (
          <ErrorState message={messageOr(link.error, texts.failed)} onRetry={() => void link.refetch()} />
        ) : (
          <SpinnerWithText text={texts.checking} />
        )}
      </div>
    );
  }
  const { channel, kinds, stopped } = link.data;
  if (stopped) {
    return (
      <Letter title={texts.done[channel]} isNews>
        <p>{channel === 'report' ? texts.reportDoneLead : texts.doneLead}</p>
        <div>{settings}</div>
      </Letter>
    );
  }
  return (
    <Letter title={texts.ask[channel]}>
      <p>{texts.askLead[channel]}</p>
      {channel === 'mail' ? (
        <ul className="grid list-disc gap-1.5 pl-5">
          {kinds.map((kind) => (
            <li key={kind}>
              <span className="font-semibold">{kindTexts[kind].name}</span>: {kindTexts[kind].hint}
            </li>
          ))}
        </ul>
      ) : null}
      <FormError>{stop.isError ? messageOr(stop.error, texts.failed) : null}</FormError>
      <div className="flex flex-wrap gap-2">
        <Button pending={stop.isPending} pendingText={texts.stopping} onClick={() => stop.mutate()}>
          {texts.stop[channel]}
        </Button>
        {settings}
      </div>
    </Letter>
  );
}

/** `isNews`: it follows what the person has done here, and is announced. */
function Letter({ title, isNews = false, children }: { title: string; isNews?: boolean; children: ReactNode }) {
  return (
    <div className="mx-auto grid w-full max-w-[60ch] gap-5 px-5 py-10 sm:py-16" role={isNews ? 'status' : undefined}>
      <h1 className="text-3xl font-bold">{title}</h1>
      {children}
    </div>
  );
}
