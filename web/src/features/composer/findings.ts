import type { Platform, Preflight, PreflightFinding, PreflightFix, PreflightInput } from '@postloom/contracts';
import { platformRules } from '#lib/contract-data.ts';
import { bodyOf, type ComposerValues } from './composer-fields.ts';
import { composerTexts } from './texts.ts';

/** Fixes that only change the form; a crop needs the server first. */
export type FormFix = Exclude<PreflightFix, { kind: 'crop' }>;

/** What is asked about the post as it is; null while there is nothing to ask about. */
export function questionOf(
  values: ComposerValues,
  facts: { instant: string | null; postId: string | null },
): PreflightInput | null {
  if (values.platforms.length === 0) {
    return null;
  }
  if (values.caption.trim() === '' && values.photoIds.length === 0) {
    return null;
  }
  return { ...bodyOf(values, facts.instant), ...(facts.postId ? { postId: facts.postId } : {}) };
}

/** The form with a fix taken over; a text is taken for its platform only. */
export function withFix(values: ComposerValues, platform: Platform, fix: FormFix): Partial<ComposerValues> {
  switch (fix.kind) {
    case 'caption':
      return { captionByPlatform: { ...values.captionByPlatform, [platform]: fix.caption } };
    case 'photos':
      return { photoIds: fix.photoIds };
  }
}

export type Finding = PreflightFinding & { platform: Platform; level: 'error' | 'warning' };

/** All findings in one list, what blocks first. */
export function findingsOf(preflight: Preflight | undefined): readonly Finding[] {
  const of = (level: Finding['level']) =>
    (preflight?.platforms ?? []).flatMap(({ platform, errors, warnings }) =>
      (level === 'error' ? errors : warnings).map((finding): Finding => ({ ...finding, platform, level })),
    );
  return [...of('error'), ...of('warning')];
}

/** Why the post cannot be scheduled as it is, in a sentence; null when the platforms would take it. */
export function refusalOf(preflight: Preflight | undefined): string | null {
  const [first, ...rest] = findingsOf(preflight).filter(({ level }) => level === 'error');
  if (!first) {
    return null;
  }
  const { name } = platformRules[first.platform];
  const { wouldRefuse, wouldRefuseWithMore } = composerTexts.check;
  return rest.length === 0 ? wouldRefuse(name, first.message) : wouldRefuseWithMore(name, first.message, rest.length);
}
