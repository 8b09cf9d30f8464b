import { deletionTexts } from '../texts.ts';
import { Clause, LegalPage } from './legal-layout.tsx';
import { DeletionContact, WhatDeletionMeans } from './what-deletion-means.tsx';

/** 'Delete My Data' where no script runs: everything but the form, which needs the application. */
export function DeletionByMail() {
  return (
    <LegalPage title={deletionTexts.title} lead={deletionTexts.lead}>
      <Clause title={deletionTexts.form.title}>
        <p>
          {deletionTexts.byMail.before} <DeletionContact /> {deletionTexts.byMail.after}
        </p>
      </Clause>
      <WhatDeletionMeans />
    </LegalPage>
  );
}
