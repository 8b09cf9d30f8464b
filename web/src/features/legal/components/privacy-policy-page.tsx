import { supportEmail } from '#lib/support.ts';
import { Clause, Contact, LegalPage } from './legal-layout.tsx';

export default function PrivacyPolicy() {
  return (
    <LegalPage
      title="Privacy Policy"
      lead="What Postloom keeps about you, why, who else sees it, and how to make it go away."
    >
      <Clause title="What we keep">
        <ul>
          <li>
            Your account: name, email address and a hash of your password, or the identity your sign-in provider gives
            us.
          </li>
          <li>Your businesses: their profile, the photos you upload, albums, captions, posts and schedules.</li>
          <li>
            Connected social accounts: their public name and the access tokens, encrypted. Never your password there.
          </li>
          <li>Use of the service: counts for your plan, and technical logs without captions, tokens or addresses.</li>
        </ul>
      </Clause>
      <Clause title="What happens to photos">
        <p>
          Location and personal camera data are removed from every picture that leaves Postloom: from published posts,
          previews and pictures sent for captions.
        </p>
      </Clause>
      <Clause title="Who else takes part">
        <ul>
          <li>The social platforms you connect, which receive the posts you schedule for them.</li>
          <li>
            Three AI providers, of which the one you choose receives a reduced picture and your business profile to
            write a caption.
          </li>
          <li>Cloud storage that holds your photos.</li>
          <li>An authentication provider, where your installation signs people in through one.</li>
        </ul>
        <p>We do not sell data, and no advertising network takes part.</p>
      </Clause>
      <Clause title="Your rights">
        <p>
          You can see, correct, export and delete what we keep. Deleting starts at{' '}
          <a href="/data-deletion">Delete My Data</a> and needs no sign-in. We answer privacy inquiries within 30 days.
        </p>
      </Clause>
      <Clause title="Children">
        <p>Postloom is for people aged 13 and over. Accounts of younger children are deleted when we learn of them.</p>
      </Clause>
      <Clause title="Contact">
        <p>
          Privacy questions: <Contact subject="Privacy">{supportEmail}</Contact>, subject 'Privacy'. Legal notices: the
          same address, subject 'Legal'.
        </p>
      </Clause>
    </LegalPage>
  );
}
