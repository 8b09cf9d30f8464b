import { Link } from 'wouter';
import { PlannedPage } from './planned-page.tsx';

export default function AutomationPage() {
  return (
    <PlannedPage
      title="Automation"
      description="Recurring post schedules that keep going when you are busy."
      band={{
        days: 10,
        threads: ['weld', 'weld', 'woad', 'weld'],
        wovenDays: 8,
        knots: [0, 2, 4, 6].map((day) => ({ day, thread: 2, status: day < 4 ? 'published' : 'scheduled' })),
      }}
      will={[
        {
          title: 'Recurring schedules',
          text: 'Every day, every two or three days, every week or every month, at a time in your business’s zone.',
        },
        {
          title: 'Photos in rotation',
          text: 'From one album or all photos, the least recently used first, with a caption written for each.',
        },
        {
          title: 'Nothing behind your back',
          text: 'The next occurrences are listed, and each can be skipped or edited before it goes out.',
        },
      ]}
      today={
        <>
          This page is not built yet. Single posts are planned on{' '}
          <Link href="/schedule" className="font-semibold text-woad underline underline-offset-4">
            Schedule
          </Link>
          .
        </>
      }
    />
  );
}
