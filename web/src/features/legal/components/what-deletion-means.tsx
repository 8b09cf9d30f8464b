import { supportEmail } from '#lib/support.ts';
import { deletionTexts } from '../texts.ts';
import { Clause, Contact } from './legal-layout.tsx';

/** A mail link to whoever answers about deletions. */
export function DeletionContact() {
  return <Contact subject="Data deletion request">{supportEmail}</Contact>;
}

export function WhatIsDeleted() {
  return <Listed title="What is deleted" items={deletionTexts.whatIsDeleted} note={deletionTexts.staysPublic} />;
}

/** What is deleted, how long it takes, and who answers questions. */
export function WhatDeletionMeans() {
  return (
    <>
      <WhatIsDeleted />
      <Listed title="How long it takes" items={deletionTexts.timeline} note={deletionTexts.timelineTruth} />
      <Clause title="Questions">
        <p>
          Write to <DeletionContact />.
        </p>
      </Clause>
    </>
  );
}

function Listed({ title, items, note }: { title: string; items: readonly string[]; note: string }) {
  return (
    <Clause title={title}>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p>{note}</p>
    </Clause>
  );
}
