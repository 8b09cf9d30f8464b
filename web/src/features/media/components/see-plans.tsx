import { Link } from 'wouter';
import { plansLink } from '#lib/plans.ts';

/** The way to a larger plan, within a sentence that says why. */
export function SeePlans({ onLeave }: { onLeave?(): void }) {
  return (
    <Link href={plansLink.href} onClick={onLeave} className="font-semibold underline underline-offset-4">
      {plansLink.label}
    </Link>
  );
}
