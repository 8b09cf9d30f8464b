import { Avatar as AvatarPrimitive } from 'radix-ui';
import { cn } from '../lib/cn.ts';

/** Up to two capitals: of first and last name, else of the e-mail address. */
export function initialsOf(person: {
  firstName?: string | null;
  lastName?: string | null;
  email?: string | null;
}): string {
  const letters = [person.firstName, person.lastName].map((part) => [...(part?.trim() ?? '')][0] ?? '').join('');
  return (letters || [...(person.email?.trim() ?? '')][0] || '?').toUpperCase();
}

export function Avatar({ src, initials, className }: { src?: string | null; initials: string; className?: string }) {
  return (
    <AvatarPrimitive.Root
      className={cn(
        'grid size-9 shrink-0 place-items-center overflow-hidden rounded-full bg-woad text-sm font-bold text-on-woad',
        className,
      )}
    >
      {src ? <AvatarPrimitive.Image src={src} alt="" className="size-full object-cover" /> : null}
      <AvatarPrimitive.Fallback aria-hidden="true">{initials}</AvatarPrimitive.Fallback>
    </AvatarPrimitive.Root>
  );
}
