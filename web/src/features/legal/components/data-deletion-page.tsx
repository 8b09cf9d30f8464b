import { supportEmail } from '#lib/support.ts';
import { Clause, Contact, LegalPage } from './legal-layout.tsx';

/**
 * What will be deleted and how long it takes. The form follows with its call (POST /api/data-deletion-request); until then
 * the page names the way that works today.
 */
export default function DataDeletion() {
  return (
    <LegalPage title="Delete My Data" lead="Deletion is permanent. It covers everything below and cannot be undone.">
      <Clause title="How to ask for it today">
        <p>
          Write to <Contact subject="Data deletion request">{supportEmail}</Contact> from the address of your account,
          with the subject 'Data deletion request'. A reason is welcome and not needed.
        </p>
        <p className="rounded-card border border-line bg-sunken p-4 text-sm text-muted">
          A form will be here: you enter the email address of your account, follow the link that we mail to it, and
          everything is deleted. Nobody can delete another person's data with it. It is not ready yet, so this page does
          not show one.
        </p>
      </Clause>
      <Clause title="What is deleted">
        <ul>
          <li>Your account, name and email address</li>
          <li>Businesses, their profiles and settings</li>
          <li>Photos, albums and captions</li>
          <li>Scheduled and published posts as Postloom keeps them</li>
          <li>Connections to social platforms and their tokens</li>
          <li>Usage and analytics figures</li>
        </ul>
        <p>Posts that are already public on a platform stay there; delete them on the platform.</p>
      </Clause>
      <Clause title="How long it takes">
        <ul>
          <li>Verification of the request: 1-3 business days</li>
          <li>Deletion: 7-30 days</li>
          <li>A confirmation email when it is done</li>
        </ul>
      </Clause>
    </LegalPage>
  );
}
