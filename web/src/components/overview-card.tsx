import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Card, CardBody, CardHeader } from '#ui/index.ts';

/** A card of the dashboard that shows the first few of something, with the way to all of them. */
export function OverviewCard({
  id,
  title,
  href,
  children,
}: {
  id: string;
  title: string;
  href: string;
  children: ReactNode;
}) {
  return (
    <Card aria-labelledby={id}>
      <CardHeader
        id={id}
        title={title}
        action={
          <Link href={href} className="rounded-sm py-1 text-sm font-semibold text-woad hover:underline">
            View All
          </Link>
        }
      />
      <CardBody>{children}</CardBody>
    </Card>
  );
}
