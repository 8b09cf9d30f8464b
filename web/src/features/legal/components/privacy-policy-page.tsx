import { supportEmail } from '#lib/support.ts';
import { Clause, Contact, LegalPage } from './legal-layout.tsx';

export default function PrivacyPolicy() {
  return (
    <LegalPage
      title="Privacy Policy"
      lead="What Postloom keeps about you and why, who else takes part, and how you can see, export, or delete it."
    >
      <Clause title="What we keep, and why">
        <ul>
          <li>
            Your account: name, email address, and what you sign in with (a hash of your password, your passkeys, or the
            identity that your sign-in provider gives us). We need it to let you in and to write to you.
          </li>
          <li>
            Your businesses: their profiles, the photos you upload, albums, captions, posts, and schedules. We use them
            to publish what you plan.
          </li>
          <li>
            Connected social accounts: their public name and the access tokens, encrypted. Never your password there.
          </li>
          <li>What the platforms report about your posts. Your analytics are made of it.</li>
          <li>
            What happened to your account, such as sign-ins and a changed password, and in which browser. You can look
            it up and see whether it was you.
          </li>
          <li>Use of the service: counts for your plan, and technical logs without captions, tokens, or addresses.</li>
        </ul>
      </Clause>
      <Clause title="How long we keep it">
        <p>
          What is yours stays until you delete it, or your account. A deleted photo can be brought back for 30 days.
          Notifications go after 90 days, and the record of what happened to your account after 13 months. Backups keep
          a copy of what was deleted for at most 30 days.
        </p>
      </Clause>
      <Clause title="What happens to photos">
        <p>
          Location and personal camera data are removed from every picture that leaves Postloom: from published posts,
          previews, and pictures sent for captions. What you download or export yourself is your original.
        </p>
      </Clause>
      <Clause title="Cookies and your browser">
        <p>
          We set the cookies that signing in needs, and none that follow you. Your browser also keeps your theme, drafts
          you have not saved, and what you saw last, so that Postloom opens without a network. What you saw goes when
          you sign out.
        </p>
      </Clause>
      <Clause title="Who else takes part">
        <ul>
          <li>The social platforms you connect, which receive the posts you schedule for them.</li>
          <li>
            Three AI providers, of which the one you choose receives a smaller copy of the picture and your business
            profile to write a caption. Another one is asked only if you allow it in the settings.
          </li>
          <li>Cloud storage that holds your photos.</li>
          <li>An authentication provider, if you sign in through one.</li>
          <li>
            The push service of your browser’s maker, if you turn on push notifications. What it passes on is encrypted
            for your browser.
          </li>
          <li>A payment provider, if you pay for a plan. Your card number never reaches us.</li>
        </ul>
        <p>
          To suggest good times to post, we add up the figures of businesses in the same industry, only where there are
          at least ten, so that none can be recognized. We do not sell data, and no advertising network takes part.
        </p>
      </Clause>
      <Clause title="Your rights">
        <p>
          You can see, correct, export, and delete what we keep. Deleting starts at{' '}
          <a href="/data-deletion">Delete My Data</a> and needs no sign-in. We answer privacy inquiries within 30 days.
        </p>
      </Clause>
      <Clause title="Children">
        <p>Postloom is for people aged 13 and over. Accounts of younger children are deleted when we learn of them.</p>
      </Clause>
      <Clause title="Contact">
        <p>
          Privacy questions: <Contact subject="Privacy">{supportEmail}</Contact>, subject “Privacy”. Legal notices: the
          same address, subject “Legal”.
        </p>
      </Clause>
    </LegalPage>
  );
}
