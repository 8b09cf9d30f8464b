import { useLayoutEffect, useRef } from 'react';
import { Button, CopyField } from '#ui/index.ts';
import { deletionTexts } from '../texts.ts';
import { Clause, LegalPage } from './legal-layout.tsx';

const { done } = deletionTexts;

/** What came of the request: a mail, or for somebody who had just signed in, the deletion itself. Never whether an account exists. */
export function RequestReceived({ code, atOnce }: { code: string; atOnce: boolean }) {
  const message = useRef<HTMLSpanElement>(null);
  // The form that had the focus is gone: before the next frame, so that the focus is never nowhere.
  useLayoutEffect(() => message.current?.focus(), []);
  return (
    <LegalPage
      title={atOnce ? done.atOnceTitle : done.title}
      lead={
        <span ref={message} tabIndex={-1} role="status" className="block rounded-sm text-ink">
          {atOnce ? done.atOnce : done.checkMail}
        </span>
      }
    >
      {atOnce ? null : <p className="text-muted">{done.spam}</p>}
      <Clause title={done.code}>
        <p>{done.codeHint}</p>
        <CopyField text={code} label={done.copy} failure={done.copyByHand} />
        <div className="mt-2 flex flex-wrap gap-2">
          {/* Whole pages: a session may just have ended. */}
          <Button asChild size="lg">
            <a href="/" className="no-underline">
              {done.home}
            </a>
          </Button>
          <Button asChild variant="secondary" size="lg">
            <a href={`/data-deletion-status?code=${encodeURIComponent(code)}`}>{done.follow}</a>
          </Button>
        </div>
      </Clause>
    </LegalPage>
  );
}
