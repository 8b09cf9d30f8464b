import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { planCatalogue, platformRules, platforms } from '#lib/contract-data.ts';
import { supportEmail } from '#lib/support.ts';
import { listOf, plural } from '#lib/words.ts';

const free = planCatalogue.free;

const questions: readonly { question: string; answer: ReactNode }[] = [
  {
    question: 'Is the free plan really free?',
    answer: `Yes, for as long as you like: ${plural(free.limits.posts, 'post')} and ${plural(free.limits.captions, 'AI caption')} a month on ${plural(free.limits.accounts, 'social account')}. We don’t ask for a credit card, and nothing turns into a paid plan by itself.`,
  },
  {
    question: 'Which platforms can I post to?',
    answer: `${listOf(platforms.map((platform) => platformRules[platform].name))}. You write once and change the words or the crop for any of them.`,
  },
  {
    question: 'Does anything go out without my approval?',
    answer:
      'No. A post goes out at the time you set. A recurring schedule picks the photo and writes the caption for you, but only because you turned it on, and you can see, change, or skip what is next.',
  },
  {
    question: 'What happens when a platform is down?',
    answer:
      'Postloom keeps trying, and you see it on the calendar. If a post can’t go out, we say why and what to do. Nothing is published twice to make up for it.',
  },
  {
    question: 'Do the captions sound like me?',
    answer:
      'They start from the photo and from what you wrote about your business: who you serve, what you’re known for, how you talk. They are suggestions. Read them, change them, or write your own.',
  },
  {
    question: 'What do you do with my photos?',
    answer:
      'We keep them for you and publish them where you ask, nothing else. Location and camera data are taken out of every picture that leaves Postloom. You can delete everything at any time.',
  },
  {
    question: 'What can’t Postloom do yet?',
    answer: (
      <>
        It posts photos, one or several at a time, but no video or stories. If something is missing,{' '}
        <a href={`mailto:${supportEmail}`} className="font-semibold text-woad underline underline-offset-4">
          write to us
        </a>
        .
      </>
    ),
  },
];

/** Opens and closes without a script. */
export function Questions() {
  return (
    <div className="grid border-b border-line lg:max-w-3xl">
      {questions.map(({ question, answer }) => (
        <details key={question} className="group border-t border-line">
          <summary className="flex cursor-pointer list-none items-center justify-between gap-4 rounded-control py-5 text-lg font-bold [&::-webkit-details-marker]:hidden">
            {question}
            <ChevronDown
              className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
              aria-hidden="true"
            />
          </summary>
          <p className="max-w-[62ch] pb-6 text-muted">{answer}</p>
        </details>
      ))}
    </div>
  );
}
