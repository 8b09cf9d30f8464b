import type { ReportBrandSettings, Tier } from '@postloom/contracts';

export interface ReportBrandRow {
  readonly business: string;
  readonly business_color: string | null;
  /** Of whoever pays for the business. */
  readonly tier: Tier;
  readonly sender: string | null;
  readonly color: string | null;
}

/** The plan decides whether reports are white-label; what was saved is used only then, and kept otherwise. */
export function reportBrandOf({
  business,
  business_color: own,
  tier,
  sender,
  color,
}: ReportBrandRow): ReportBrandSettings {
  const isWhiteLabel = mayBrandReports(tier);
  const name = isWhiteLabel ? (sender ?? business) : business;
  return {
    saved: { sender, color },
    brand: {
      ...{ name, isWhiteLabel, color: (isWhiteLabel ? color : null) ?? own },
      ...(name === business ? {} : { about: business }),
    },
  };
}

export function mayBrandReports(tier: Tier): boolean {
  return tier === 'agency';
}
