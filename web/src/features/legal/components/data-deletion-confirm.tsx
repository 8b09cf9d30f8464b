import { useSearch } from 'wouter';
import { isDeadLink, messageOr, unreachable } from '#lib/api/index.ts';
import { Button, FormError } from '#ui/index.ts';
import { useConfirmDeletion } from '../api/deletion.ts';
import { deletionTexts } from '../texts.ts';
import { LegalPage } from './legal-layout.tsx';
import { WhatIsDeleted } from './what-deletion-means.tsx';

const { confirm: texts } = deletionTexts;

/** Where the mailed link leads. Opening it does nothing: programs that check mails open every link. */
export function DataDeletionConfirm({ onDeleted }: { onDeleted(): void }) {
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  const confirm = useConfirmDeletion(onDeleted);
  if (confirm.isSuccess) {
    return (
      <LegalPage title={texts.doneTitle} lead={texts.doneLead}>
        <p role="status">{texts.done}</p>
        <Leave href="/" label={deletionTexts.done.home} />
      </LegalPage>
    );
  }
  const { error } = confirm;
  if (token === '' || isDeadLink(error)) {
    return (
      <LegalPage title={texts.deadTitle} lead={texts.dead}>
        <Leave href="/data-deletion" label={texts.again} />
      </LegalPage>
    );
  }
  return (
    <LegalPage title={texts.title} lead={texts.lead}>
      <WhatIsDeleted />
      <div className="grid gap-4">
        <p className="font-semibold">{texts.warning}</p>
        <FormError>{error ? messageOr(error, unreachable) : null}</FormError>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="danger"
            size="lg"
            pending={confirm.isPending}
            pendingText={texts.pending}
            onClick={() => confirm.mutate(token)}
          >
            {texts.button}
          </Button>
          <Button asChild variant="secondary" size="lg">
            <a href="/">{deletionTexts.form.cancel}</a>
          </Button>
        </div>
      </div>
    </LegalPage>
  );
}

/** A whole page: the session may just have ended. */
function Leave({ href, label }: { href: string; label: string }) {
  return (
    <Button asChild size="lg" className="justify-self-start">
      <a href={href}>{label}</a>
    </Button>
  );
}
