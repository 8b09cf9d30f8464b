import type { ReactNode } from 'react';

/** One way in and what can be done about it. */
export function SecurityRow({
  label,
  hint,
  action,
  children,
}: {
  label: string;
  hint: ReactNode;
  action: ReactNode;
  children?: ReactNode;
}) {
  return (
    <li className="grid gap-2 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="grid min-w-0 flex-1 basis-56">
          <p className="font-semibold">{label}</p>
          <p className="text-sm break-words text-muted">{hint}</p>
        </div>
        <div className="flex flex-wrap gap-2">{action}</div>
      </div>
      {children}
    </li>
  );
}
