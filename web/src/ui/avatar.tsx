import { useState } from 'react';
import { cn } from '#lib/cn.ts';

/** Up to two capitals: of first and last name, else of the email address. */
export function initialsOf(person: {
  firstName?: string | null;
  lastName?: string | null;
  email?: string | null;
}): string {
  const letters = [person.firstName, person.lastName].map((part) => [...(part?.trim() ?? '')][0] ?? '').join('');
  return (letters || [...(person.email?.trim() ?? '')][0] || '?').toUpperCase();
}

/** Picture of a person, or initials while there is none or it does not load. */
export function Avatar({ src, initials, className }: { src?: string | null; initials: string; className?: string }) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span
      className={cn(
        'grid size-9 shrink-0 place-items-center overflow-hidden rounded-full bg-woad text-sm font-bold text-on-woad',
        className,
      )}
    >
      {src && src !== broken ? (
        <img src={src} alt="" className="size-full object-cover" onError={() => setBroken(src)} />
      ) : (
        <span aria-hidden="true">{initials}</span>
      )}
    </span>
  );
}
