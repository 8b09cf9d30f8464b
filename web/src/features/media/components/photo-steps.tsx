import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { RefObject } from 'react';
import { Button } from '#ui/index.ts';
import { photoDetailsTexts } from '../photo-details-texts.ts';
import type { Steps, Way } from '../photo-steps.ts';

export type PhotoStepsProps = {
  steps: Steps;
  totalText: string;
  /** Of the words that say which photo is shown. */
  id: string;
  name: string;
  nextButton: RefObject<HTMLButtonElement | null>;
  onStep(way: Way): void;
};

/** The way to the photos beside the one that is shown. */
export function PhotoSteps({ steps, totalText, id, name, nextButton, onStep }: PhotoStepsProps) {
  const button = (way: Way, Icon: typeof ChevronLeft) => (
    <Button
      ref={way === 'next' ? nextButton : undefined}
      variant="secondary"
      size="icon"
      aria-label={photoDetailsTexts[way]}
      idle={!steps[way]}
      onClick={() => onStep(way)}
    >
      <Icon aria-hidden="true" />
    </Button>
  );
  return (
    <div className="flex items-center justify-between gap-2">
      {button('previous', ChevronLeft)}
      <p id={id} role="status" className="text-sm text-muted tabular">
        <span className="sr-only">{name}, </span>
        {steps.place === null ? photoDetailsTexts.leftList : photoDetailsTexts.place(steps.place + 1, totalText)}
      </p>
      {button('next', ChevronRight)}
    </div>
  );
}
