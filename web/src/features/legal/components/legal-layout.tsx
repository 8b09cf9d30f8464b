import { useSyncExternalStore, type ReactNode } from 'react';
import { formatDate } from '#lib/format.ts';
import { supportEmail } from '#lib/support.ts';
import { browserTimeZone } from '#lib/time-zones.ts';

/** Version of the texts below; the date on the page is the day it is read, as the product shows it. */
const version = 'Version 1.1';

const today = () => formatDate(new Date(), browserTimeZone());
const never = () => () => undefined;

export function LegalPage({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  // A page that is built ahead cannot know the day: today.js puts it there.
  const day = useSyncExternalStore(never, today, () => 'today');
  return (
    <article className="mx-auto w-full max-w-[68ch] px-5 py-10 sm:py-16">
      <p className="text-sm text-muted">
        Last updated: <span data-today>{day}</span> · {version}
      </p>
      <h1 className="mt-2 text-3xl font-bold sm:text-4xl">{title}</h1>
      <p className="mt-4 text-lg text-muted">{lead}</p>
      <div className="mt-8 grid gap-8">{children}</div>
    </article>
  );
}

export function Clause({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 border-t border-line pt-6 [&_:is(p,li)_a]:font-semibold [&_:is(p,li)_a]:text-woad [&_:is(p,li)_a]:underline [&_:is(p,li)_a]:underline-offset-4 [&_li]:pl-1 [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-1.5 [&_ul]:pl-5">
      <h2 className="text-xl font-bold">{title}</h2>
      {children}
    </section>
  );
}

/** Mail link to one of the named contacts. */
export function Contact({ subject, children }: { subject: string; children: ReactNode }) {
  return <a href={`mailto:${supportEmail}?subject=${encodeURIComponent(subject)}`}>{children}</a>;
}
