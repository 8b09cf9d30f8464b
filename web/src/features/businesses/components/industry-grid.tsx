import type { IndustryKey } from '@postloom/contracts';
import { industries } from '#lib/contract-data.ts';
import { IndustryIcon } from '#components/industry-icon.tsx';

/** Eleven cards; choosing one leads to the setup form. */
export function IndustryGrid({ onChoose }: { onChoose(industry: IndustryKey): void }) {
  return (
    <ul className="grid gap-2.5 sm:grid-cols-2 lg:grid-cols-3">
      {industries.map((industry) => (
        <li key={industry.key}>
          <button
            type="button"
            onClick={() => onChoose(industry.key)}
            className="flex size-full items-center gap-3.5 rounded-card border border-line bg-cloth p-3.5 text-left transition-[border-color,background-color] hover:border-woad hover:bg-woad-soft"
          >
            <IndustryIcon industry={industry.key} className="size-11" />
            <span className="grid gap-0.5">
              <span className="text-sm font-bold">{industry.label}</span>
              <span className="text-xs text-muted">{industry.description}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
