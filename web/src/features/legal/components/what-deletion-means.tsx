import { supportEmail } from '#lib/support.ts';
import { deletionTexts } from '../texts.ts';
import { Clause, Contact } from './legal-layout.tsx';

/** A mail link to whoever answers about deletions. */
export function DeletionContact() {
  return <Contact subject="Data deletion request">{supportEmail}</Contact>;
}

/** What is deleted, how long it takes, and who answers questions. */
export function WhatDeletionMeans() {
  return (
    <>
      <Clause title="What is deleted">
        <ul>
          {deletionTexts.whatIsDeleted.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        <p>{deletionTexts.staysPublic}</p>
      </Clause>
      <Clause title="How long it takes">
        <ul>
          {deletionTexts.timeline.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        <p>{deletionTexts.timelineTruth}</p>
      </Clause>
      <Clause title="Questions">
        <p>
          Write to <DeletionContact />.
        </p>
      </Clause>
    </>
  );
}
