import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderToStaticMarkup } from 'react-dom/server';
import { planCatalogue, platformRules, platforms } from '#lib/contract-data.ts';
import LandingPage from './components/landing-page.tsx';
import { structuredData } from './structured-data.ts';

describe('prerendered landing page', () => {
  const page = new DOMParser().parseFromString(renderToStaticMarkup(<LandingPage />), 'text/html');
  const text = page.body.textContent ?? '';

  it('says what the specification quotes', () => {
    for (const words of [
      'Free Forever Plan',
      'Get Started Free',
      'Start Pro Trial',
      'Most Popular',
      'Contact Sales',
      'No credit card required',
      'Cancel anytime',
      'Smart Content Upload',
      'Premium AI Caption Generation',
      'Multi-Platform Scheduling',
      'Business Management',
      'Advanced Analytics',
      'Team Collaboration',
    ]) {
      expect(text).toContain(words);
    }
    expect(page.querySelector('h1')?.textContent).toBe('Social Media Automation for Every Business');
  });

  it('leads every start button to the sign-up and the others to the sign-in, and carries no script', () => {
    const hrefs = (name: RegExp) =>
      [...page.querySelectorAll('a')]
        .filter((link) => name.test(link.textContent ?? ''))
        .map((link) => link.getAttribute('href'));
    const starts = hrefs(/Get Started Free|Start Pro Trial/);
    expect(starts.length).toBeGreaterThanOrEqual(4);
    expect(new Set(starts)).toEqual(new Set(['/api/login?screen=register']));
    expect(hrefs(/^Sign in$/)).toEqual(['/api/login']);
    expect(page.querySelectorAll('script, [onclick]')).toHaveLength(0);
  });

  it('says what it does for whom before it shows a week', () => {
    const hero = page.querySelector('section')?.textContent ?? '';
    const offer =
      /Upload photos, get captions in your own tone, and schedule posts to (.*?)\.Made for small businesses and agencies\./;
    expect(hero).toMatch(offer);
    const [said = '', where = ''] = offer.exec(hero) ?? [];
    expect(platforms.filter((platform) => !where.includes(platformRules[platform].name))).toEqual([]);
    expect(hero.indexOf('planned ahead')).toBeGreaterThan(hero.indexOf(said) + said.length - 1);
  });

  it('shows the product in pictures that are fetched late, into room that is kept', () => {
    const pictures = [...page.querySelectorAll('img')];
    expect(pictures.length).toBeGreaterThan(0);
    for (const picture of pictures) {
      const bytes = readFileSync(resolve(import.meta.dirname, `../../../public${picture.getAttribute('src')}`));
      // The size as the header of a lossy WebP file has it.
      const size = { width: String(bytes.readUInt16LE(26)), height: String(bytes.readUInt16LE(28)) };
      expect({ width: picture.getAttribute('width'), height: picture.getAttribute('height') }).toEqual(size);
      expect(picture.getAttribute('loading')).toBe('lazy');
      expect(picture.alt.length).toBeGreaterThan(20);
    }
  });

  it('answers in American English, with the figures of the plan catalogue', () => {
    expect(text).not.toMatch(/neighbour|colour|harbour|organis|favour/i);
    expect(page.querySelectorAll('#questions details')).toHaveLength(7);
    expect(page.querySelector('#questions')?.textContent).toContain(
      '5 posts and 20 AI captions a month on 1 social account',
    );
  });

  it('has the footer’s links', () => {
    const links = new Map(
      [...page.querySelectorAll('footer a')].map((link) => [link.textContent, link.getAttribute('href')]),
    );
    expect(links.get('Privacy Policy')).toBe('/privacy-policy');
    expect(links.get('Terms of Service')).toBe('/terms-of-service');
    expect(links.get('Delete My Data')).toBe('/data-deletion');
    expect(links.get('Contact Support')).toMatch(/^mailto:/);
  });

  it('shows every feature of the one plan catalogue, and nine industries', () => {
    for (const plan of Object.values(planCatalogue)) {
      for (const feature of plan.features) {
        expect(text).toContain(feature);
      }
      expect(text).toContain(`$${plan.monthlyPrice}`);
    }
    expect([...page.querySelectorAll('#industries li')].map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Real Estate/),
      ...['Restaurant', 'Fitness', 'Beauty', 'Photography', 'E-commerce', 'Healthcare', 'Home Services', 'Event'].map(
        (name) => expect.stringMatching(new RegExp(`^${name}`)),
      ),
    ]);
  });
});

describe('what the landing page says to programs', () => {
  const { '@graph': things } = structuredData('https://app.postloom.example') as {
    '@graph': { '@type': string; [name: string]: unknown }[];
  };
  const the = (type: string) => things.find((one) => one['@type'] === type) ?? { '@type': 'nothing' };
  const page = new DOMParser().parseFromString(renderToStaticMarkup(<LandingPage />), 'text/html');

  it('has every plan of the one catalogue as an offer, a paid one by the month', () => {
    const wanted = Object.values(planCatalogue).map(({ name, monthlyPrice }) => ({
      name,
      price: monthlyPrice,
      billing: monthlyPrice === 0 ? undefined : 'P1M',
    }));
    const offers = the('SoftwareApplication')['offers'] as {
      name: string;
      price: number;
      priceSpecification?: { price: number; billingDuration: string };
    }[];
    expect(
      offers.map(({ name, price, priceSpecification }) => ({
        name,
        price,
        billing: priceSpecification?.billingDuration,
      })),
    ).toEqual(wanted);
    expect(offers.every(({ price, priceSpecification }) => (priceSpecification?.price ?? 0) === price)).toBe(true);
  });

  it('has the questions of the page with the answers that stand there', () => {
    const asked = the('FAQPage')['mainEntity'] as { name: string; acceptedAnswer: { text: string } }[];
    const shown = [...page.querySelectorAll('#questions details')].map((one) => [
      one.querySelector('summary')?.textContent,
      one.querySelector('p')?.textContent,
    ]);
    expect(asked.map(({ name, acceptedAnswer }) => [name, acceptedAnswer.text])).toEqual(shown);
  });

  it('names addresses of the installation alone, of files that exist', () => {
    const addresses = JSON.stringify(things).match(/https?:[^"]+/g) ?? [];
    expect(addresses.filter((one) => !one.startsWith('https://app.postloom.example/'))).toEqual([]);
    for (const address of addresses.filter((one) => /\.\w+$/.test(one))) {
      const file = resolve(import.meta.dirname, '../../../public', new URL(address).pathname.slice(1));
      expect([address, readFileSync(file).length > 0]).toEqual([address, true]);
    }
  });

  it('makes the product that of its maker', () => {
    expect(the('SoftwareApplication')['publisher']).toEqual({ '@id': the('Organization')['@id'] });
  });
});
