import type { ReactNode } from 'react';
import { cn } from '#lib/cn.ts';

/** A block of the final height while data loads; a shuttle of light runs through it like a thread. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cn('skeleton rounded-control', className)} />;
}

/** Wraps skeletons: one announcement instead of many silent boxes. */
export function SkeletonGroup({
  text,
  className,
  children,
}: {
  text: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div role="status" aria-busy="true" className={className}>
      <span className="sr-only">{text}</span>
      {children}
    </div>
  );
}

/** The rows of a list that is being loaded. */
export function SkeletonRows({ count, className }: { count: number; className: string }) {
  return Array.from({ length: count }, (_, index) => <Skeleton key={index} className={className} />);
}
