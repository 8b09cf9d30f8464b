import { ChevronDown } from 'lucide-react';
import { supportEmail } from '#lib/support.ts';
import { landingTexts } from '../texts.ts';

/** Opens and closes without a script. */
export function Questions() {
  return (
    <div className="grid border-b border-line lg:max-w-3xl">
      {landingTexts.questions.list.map(({ question, answer, ...rest }) => (
        <details key={question} className="group border-t border-line">
          <summary className="flex cursor-pointer list-none items-center justify-between gap-4 rounded-control py-5 text-lg font-bold [&::-webkit-details-marker]:hidden">
            {question}
            <ChevronDown
              className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
              aria-hidden="true"
            />
          </summary>
          <p className="max-w-[60ch] pb-6 text-muted">
            {answer}
            {'contact' in rest ? (
              <>
                {' '}
                <a href={`mailto:${supportEmail}`} className="font-semibold text-woad underline underline-offset-4">
                  {rest.contact}
                </a>
                .
              </>
            ) : null}
          </p>
        </details>
      ))}
    </div>
  );
}
