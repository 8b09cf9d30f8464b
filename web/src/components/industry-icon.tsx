import type { IndustryKey } from '@postloom/contracts';
import {
  Briefcase,
  Camera,
  Dumbbell,
  Hammer,
  HeartPulse,
  House,
  PartyPopper,
  Scissors,
  Shapes,
  ShoppingBag,
  Utensils,
  type LucideIcon,
} from 'lucide-react';
import { cn } from '#lib/cn.ts';

const icons: Record<IndustryKey, LucideIcon> = {
  realestate: House,
  restaurant: Utensils,
  fitness: Dumbbell,
  beauty: Scissors,
  photography: Camera,
  ecommerce: ShoppingBag,
  healthcare: HeartPulse,
  construction: Hammer,
  professional: Briefcase,
  events: PartyPopper,
  other: Shapes,
};

const inks: Record<IndustryKey, string> = {
  realestate: 'text-(--ind-realestate)',
  restaurant: 'text-(--ind-restaurant)',
  fitness: 'text-(--ind-fitness)',
  beauty: 'text-(--ind-beauty)',
  photography: 'text-(--ind-photography)',
  ecommerce: 'text-(--ind-ecommerce)',
  healthcare: 'text-(--ind-healthcare)',
  construction: 'text-(--ind-construction)',
  professional: 'text-(--ind-professional)',
  events: 'text-(--ind-events)',
  other: 'text-(--ind-other)',
};

/** An industry's sign on a tint of its dye. Decorative: always beside its name. */
export function IndustryIcon({ industry, className }: { industry: IndustryKey; className?: string }) {
  const Icon = icons[industry];
  return (
    <span
      aria-hidden="true"
      className={cn(
        'grid size-10 shrink-0 place-items-center rounded-control bg-[color-mix(in_srgb,currentColor_12%,var(--cloth))]',
        inks[industry],
        className,
      )}
    >
      <Icon className="size-1/2" />
    </span>
  );
}
