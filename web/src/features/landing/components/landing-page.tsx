import { industries } from '#lib/contract-data.ts';
import { ArrowRight, Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { IndustryIcon } from '#components/industry-icon.tsx';
import { loginHref, registerHref } from '#lib/return-to.ts';
import { Badge, Button, platforms, WovenBand, Wordmark } from '#ui/index.ts';
import { demoPosts } from '../demo-week.ts';
import { landingTexts } from '../texts.ts';
import { FeatureCards } from './feature-cards.tsx';
import { Questions } from './questions.tsx';
import { PlanTeasers, Pricing } from './pricing.tsx';
import { SiteFooter } from './site-footer.tsx';
import { WovenWeek } from './woven-week.tsx';

const width = 'mx-auto w-full max-w-6xl px-4 sm:px-6';
const landingIndustries = industries.filter((one) => one.key !== 'other' && one.key !== 'professional');

type SectionId = 'features' | 'calendar' | 'industries' | 'pricing' | 'questions';

function Section({ id, children }: { id: SectionId; children: ReactNode }) {
  const { title, lead } = landingTexts[id];
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={`${width} py-16 sm:py-24`}>
      <div className="grid gap-3 pb-8 sm:pb-12">
        <h2 id={`${id}-title`} className="max-w-[22ch] text-3xl font-bold sm:text-4xl">
          {title}
        </h2>
        <p className="max-w-[60ch] text-lg text-muted">{lead}</p>
      </div>
      {children}
    </section>
  );
}

function Header() {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper/92 backdrop-blur">
      <div className={`${width} flex h-16 items-center gap-4`}>
        <a href="/" className="flex rounded-control">
          <Wordmark />
        </a>
        <Badge tone="woad" className="hidden sm:inline-flex">
          {landingTexts.freePlan}
        </Badge>
        <nav aria-label="On this page" className="ml-auto hidden gap-6 text-sm font-semibold lg:flex">
          {[
            ['#features', 'Features'],
            ['#industries', 'Industries'],
            ['#pricing', 'Pricing'],
            ['#questions', 'Questions'],
          ].map(([href, label]) => (
            <a key={href} href={href} className="rounded-sm py-2 text-muted hover:text-ink">
              {label}
            </a>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-2">
          <Button asChild variant="ghost" className="px-3 sm:px-4">
            <a href={loginHref()}>Sign in</a>
          </Button>
          <Button asChild className="hidden sm:inline-flex">
            <a href={registerHref}>{landingTexts.start}</a>
          </Button>
        </div>
      </div>
    </header>
  );
}

function Hero() {
  const { title, offer, forWhom } = landingTexts.hero;
  return (
    <section aria-labelledby="hero-title" className={`${width} pt-10 pb-10 sm:pt-20`}>
      <div className="grid items-end gap-x-12 gap-y-6 lg:grid-cols-[1.55fr_1fr]">
        <div className="grid gap-5">
          <Badge tone="woad" className="justify-self-start sm:hidden">
            {landingTexts.freePlan}
          </Badge>
          <h1 id="hero-title" className="text-4xl font-bold sm:text-5xl">
            {title}
          </h1>
        </div>
        <div className="grid gap-5 lg:pb-1.5">
          <div className="grid max-w-[52ch] gap-2">
            <p className="text-lg">{offer}</p>
            <p className="text-muted">{forWhom}</p>
          </div>
          <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
            <Button asChild size="lg">
              <a href={registerHref}>
                {landingTexts.start}
                <ArrowRight aria-hidden="true" />
              </a>
            </Button>
            <p className="grid gap-0.5 text-sm text-muted">
              {[landingTexts.noCard, landingTexts.cancel].map((claim) => (
                <span key={claim} className="flex items-center gap-1.5">
                  <Check className="size-4 text-moss" aria-hidden="true" />
                  {claim}
                </span>
              ))}
            </p>
          </div>
        </div>
      </div>
      <div className="pt-10 sm:pt-14">
        <WovenWeek />
      </div>
      <div className="pt-6">
        <PlanTeasers />
      </div>
    </section>
  );
}

function ClosingCall() {
  const { title, lead } = landingTexts.closing;
  return (
    <section aria-labelledby="closing-title" className="overflow-hidden bg-band text-on-band">
      <div className={`${width} grid items-center gap-10 py-16 sm:py-24 lg:grid-cols-2`}>
        <div className="grid justify-items-start gap-5">
          <h2 id="closing-title" className="text-3xl font-bold sm:text-4xl">
            {title}
          </h2>
          <p className="max-w-[46ch] text-lg text-band-muted">{lead}</p>
          <Button asChild size="lg" variant="band">
            <a href={registerHref}>
              {landingTexts.start}
              <ArrowRight aria-hidden="true" />
            </a>
          </Button>
          <p className="text-sm text-band-muted">
            {landingTexts.noCard}. {landingTexts.cancel}.
          </p>
        </div>
        <div data-theme="dark" className="-mr-40 text-ink lg:-mr-72">
          <WovenBand
            days={11}
            threads={platforms}
            ground="var(--night-band)"
            warp="#7f8fb8"
            wovenDays={9}
            className="w-full"
            knots={demoPosts.map((post) => ({
              day: post.day + 1,
              thread: platforms.indexOf(post.platform),
              status: post.status,
            }))}
          />
        </div>
      </div>
    </section>
  );
}

/** What a signed-out visitor sees first. Plain links and no state: the build prerenders it to HTML that needs no script. */
export default function LandingPage() {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-50 rounded-control bg-woad px-4 py-2 text-on-woad focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <Header />
      <main id="main" className="flex-1">
        <Hero />
        <div className="border-y border-line bg-sunken">
          <Section id="features">
            <FeatureCards />
          </Section>
        </div>
        <Section id="calendar">
          <img
            src="/screens/calendar.webp"
            width={1000}
            height={583}
            alt={landingTexts.calendar.picture}
            loading="lazy"
            decoding="async"
            className="h-auto w-full rounded-card border border-line bg-cloth shadow-lift"
          />
        </Section>
        <Section id="industries">
          <ul className="grid gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
            {landingIndustries.map((industry) => (
              <li key={industry.key} className="flex items-start gap-4 border-t border-line py-5">
                <IndustryIcon industry={industry.key} className="size-12" />
                <div className="grid gap-0.5">
                  <h3 className="text-lg font-bold">{industry.shortLabel}</h3>
                  <p className="text-sm text-muted">{industry.description}</p>
                </div>
              </li>
            ))}
          </ul>
        </Section>
        <div className="border-y border-line bg-sunken">
          <Section id="pricing">
            <Pricing />
          </Section>
        </div>
        <Section id="questions">
          <Questions />
        </Section>
        <ClosingCall />
      </main>
      <SiteFooter />
    </div>
  );
}
