import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { PublicFrame } from './app/public-frame.tsx';
import { PUBLIC_URL, publicHead } from './app/public-head.ts';
import { publicPages, socialPreview } from './app/public-pages.ts';
import LandingPage from './features/landing/components/landing-page.tsx';
import { SiteFooter } from './features/landing/components/site-footer.tsx';
import { SocialPreview } from './features/landing/components/social-preview.tsx';
import { structuredData } from './features/landing/structured-data.ts';
import { DeletionByMail } from './features/legal/components/deletion-by-mail.tsx';
import PrivacyPolicy from './features/legal/components/privacy-policy-page.tsx';
import TermsOfService from './features/legal/components/terms-of-service-page.tsx';

const framed = (text: ReactNode) => <PublicFrame footer={<SiteFooter />}>{text}</PublicFrame>;

/** Pages without state: visitors get them as HTML that needs no application. */
const bodies: Readonly<Record<string, ReactNode>> = {
  '/': <LandingPage />,
  '/privacy-policy': framed(<PrivacyPolicy />),
  '/terms-of-service': framed(<TermsOfService />),
};

/** What a page of the application says where no script runs. */
const withoutScripts: Readonly<Record<string, ReactNode>> = {
  '/data-deletion': framed(<DeletionByMail />),
};

export type PreparedPage = { path: string; head: string; body?: string; withoutScripts?: string };

/** The public pages as the origin gets them; run at build time by scripts/build.mjs. */
export function renderPublicPages(): PreparedPage[] {
  return publicPages.map((page) => {
    const head = publicHead(page, page.path === '/' ? structuredData(PUBLIC_URL) : undefined);
    const body = bodies[page.path];
    const instead = withoutScripts[page.path];
    return {
      ...{ path: page.path, head },
      ...(body ? { body: renderToStaticMarkup(body) } : {}),
      ...(instead ? { withoutScripts: renderToStaticMarkup(instead) } : {}),
    };
  });
}

/** The picture beside a link to the product, for scripts/social-preview.mjs. */
export function renderSocialPreview(): string {
  return renderToStaticMarkup(<SocialPreview width={socialPreview.width} height={socialPreview.height} />);
}
