import type { ReportLogo } from '@postloom/contracts';

/** The picture itself as an address: a logo belongs to what it comes with, and has none of its own. */
export function logoUrl({ png }: ReportLogo): string {
  return `data:image/png;base64,${png}`;
}
