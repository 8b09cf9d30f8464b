import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderLanding } from '#landing-entry.tsx';
import { planCatalogue } from '#lib/contract-data.ts';

describe('prerendered landing page', () => {
  const page = new DOMParser().parseFromString(renderLanding(), 'text/html');
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

  it('says what it does for whom before the metaphor', () => {
    const hero = page.querySelector('section')?.textContent ?? '';
    const offer = hero.indexOf('Plan, write, and publish to five platforms from one calendar.');
    expect(offer).toBeGreaterThan(0);
    const forWhom = hero.indexOf('small businesses');
    expect(forWhom).toBeGreaterThan(offer);
    expect(hero.indexOf('woven')).toBeGreaterThan(forWhom);
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
