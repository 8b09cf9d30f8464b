import { renderToStaticMarkup } from 'react-dom/server';
import LandingPage from './features/landing/components/landing-page.tsx';

/** The landing page as HTML; run at build time by scripts/build.mjs. */
export function renderLanding(): string {
  return renderToStaticMarkup(<LandingPage />);
}
