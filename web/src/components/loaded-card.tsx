import type { ReactNode } from 'react';
import { Card, CardBody, CardHeader, SkeletonGroup, SkeletonRows } from '#ui/index.ts';
import { Async, type AsyncProps } from './async.tsx';

export type LoadedCardProps<T> = Pick<AsyncProps<T>, 'query' | 'empty' | 'isEmpty' | 'children'> & {
  /** Of the heading, which names the card. */
  id: string;
  title: string;
  description?: string;
  action?: ReactNode;
  /** Read out while the first answer is on its way. */
  loading: string;
  /** What is shown meanwhile: so many rows of this height, a class as 'h-12'. */
  skeleton: { rows: number; height: string };
  /** Below what was read, whatever its state. */
  footer?: ReactNode;
};

/** A card with one thing in it that is read from the server. */
export function LoadedCard<T>({
  id,
  title,
  description,
  action,
  loading,
  skeleton,
  footer,
  ...read
}: LoadedCardProps<T>) {
  return (
    <Card aria-labelledby={id}>
      <CardHeader id={id} title={title} description={description} action={action} />
      <CardBody className="grid gap-3">
        <Async
          {...read}
          className="border-0 py-4"
          skeleton={
            <SkeletonGroup text={loading} className="grid gap-3">
              <SkeletonRows count={skeleton.rows} className={skeleton.height} />
            </SkeletonGroup>
          }
        />
        {footer}
      </CardBody>
    </Card>
  );
}
