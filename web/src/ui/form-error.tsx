import type { ReactNode } from 'react';

/** What went wrong with the whole form, above its button. */
export function FormError({ children }: { children: ReactNode }) {
  if (!children) {
    return null;
  }
  return (
    <p
      role="alert"
      className="rounded-control border border-madder/40 bg-madder-soft px-3 py-2 text-sm font-medium text-madder"
    >
      {children}
    </p>
  );
}
