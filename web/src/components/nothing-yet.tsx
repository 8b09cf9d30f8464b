import { Link } from 'wouter';

/** In a card: there is nothing to show yet, and where what it shows is made. */
export function NothingYet({ href, action, children }: { href: string; action: string; children: string }) {
  return (
    <p className="grid justify-items-center gap-1 py-4 text-center text-sm text-muted">
      {children}
      <Link href={href} className="inline-flex min-h-6 items-center rounded-sm font-semibold text-woad hover:underline">
        {action}
      </Link>
    </p>
  );
}
