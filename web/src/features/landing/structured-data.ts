import { planCatalogue } from '#lib/contract-data.ts';
import { tiers } from '#lib/plans.ts';
import { supportEmail } from '#lib/support.ts';
import { landingTexts } from './texts.ts';

const CURRENCY = 'USD';

function offerOf(publicUrl: string, { name, monthlyPrice, features }: (typeof planCatalogue)[(typeof tiers)[number]]) {
  return {
    '@type': 'Offer',
    name,
    description: features.join(', '),
    price: monthlyPrice,
    priceCurrency: CURRENCY,
    // Without it the price would be read as one that is paid once.
    ...(monthlyPrice === 0
      ? {}
      : {
          priceSpecification: {
            '@type': 'UnitPriceSpecification',
            price: monthlyPrice,
            priceCurrency: CURRENCY,
            billingDuration: 'P1M',
          },
        }),
    url: `${publicUrl}/#pricing`,
  };
}

/** The product as schema.org describes one: who makes it, what it is, what it costs, and the questions that the page answers. */
export function structuredData(publicUrl: string): object {
  const maker = { '@id': `${publicUrl}/#organization` };
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        ...maker,
        name: 'Postloom',
        url: `${publicUrl}/`,
        logo: `${publicUrl}/icon-512.png`,
        contactPoint: { '@type': 'ContactPoint', contactType: 'customer support', email: supportEmail },
      },
      {
        '@type': 'SoftwareApplication',
        '@id': `${publicUrl}/#product`,
        name: 'Postloom',
        url: `${publicUrl}/`,
        description: `${landingTexts.hero.offer} ${landingTexts.hero.forWhom}`,
        applicationCategory: 'BusinessApplication',
        operatingSystem: 'Web',
        screenshot: `${publicUrl}/screens/calendar.webp`,
        publisher: maker,
        offers: tiers.map((tier) => offerOf(publicUrl, planCatalogue[tier])),
      },
      {
        '@type': 'FAQPage',
        '@id': `${publicUrl}/#questions`,
        mainEntity: landingTexts.questions.list.map(({ question, answer, ...rest }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: 'contact' in rest ? `${answer} ${rest.contact}.` : answer },
        })),
      },
    ],
  };
}
