import { supportEmail } from '#lib/support.ts';
import { Clause, Contact, LegalPage } from './legal-layout.tsx';

export default function TermsOfService() {
  return (
    <LegalPage title="Terms of Service" lead="The agreement between you and Postloom, in as few words as it takes.">
      <Clause title="The service">
        <p>
          Postloom stores your photos, writes captions with the help of AI providers, and publishes posts to the social
          accounts that you connect, at the times that you set.
        </p>
      </Clause>
      <Clause title="Your account">
        <p>
          You must be at least 13 years old. Keep your password to yourself: you answer for what is done with your
          account.
        </p>
      </Clause>
      <Clause title="Your content">
        <p>
          Photos and captions stay yours. You allow us to store and resize them, to publish them as you ask, and to show
          them to the AI provider that writes a caption, and nothing else. You are responsible for having the rights to
          what you post and for following the rules of each platform.
        </p>
      </Clause>
      <Clause title="AI captions">
        <p>
          Captions are suggestions. Read them before they are published: facts, prices, and dates may need correction.
        </p>
      </Clause>
      <Clause title="Plans and payment">
        <p>
          The Free plan is free for as long as you like. Paid plans are billed monthly in advance, and limits reset on
          the billing date. You can cancel anytime; a paid plan then runs to the end of its month. A smaller plan keeps
          your data and blocks new use above its limits.
        </p>
      </Clause>
      <Clause title="Third parties">
        <p>
          Social platforms, three AI providers, cloud storage, and an authentication provider take part in the service
          under their own terms. When one of them refuses or fails, we tell you what happened and never publish twice to
          make up for it.
        </p>
      </Clause>
      <Clause title="Leaving">
        <p>
          You can export everything and delete your account at any time, in the settings or at{' '}
          <a href="/data-deletion">Delete My Data</a>.
        </p>
      </Clause>
      <Clause title="Changes">
        <p>You get 30 days’ notice before a change of these terms takes effect.</p>
      </Clause>
      <Clause title="Contact">
        <p>
          Legal questions: <Contact subject="Legal">{supportEmail}</Contact>, subject “Legal”. Privacy questions:
          subject “Privacy”. We answer within 30 days.
        </p>
      </Clause>
    </LegalPage>
  );
}
