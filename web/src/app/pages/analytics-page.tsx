import { Link } from 'wouter';
import { PlannedPage } from './planned.tsx';

export default function AnalyticsPage() {
  return (
    <PlannedPage
      title="Analytics"
      description="What was read, where and when."
      band={{
        days: 9,
        threads: ['instagram', 'facebook', 'linkedin', 'tiktok'],
        wovenDays: 7,
        knots: [
          { day: 1, thread: 3, status: 'published' },
          { day: 2, thread: 2, status: 'published' },
          { day: 4, thread: 1, status: 'published' },
          { day: 6, thread: 0, status: 'published' },
        ],
      }}
      will={[
        {
          title: 'Performance by Platform',
          text: 'Engagement of your published posts as the platforms report it. Never an invented number.',
        },
        {
          title: 'Best Posting Times',
          text: 'Computed from your own posts once there are enough; until then general guidance, marked as such.',
        },
        { title: 'Activity and library', text: 'Recent posts, schedules and how much of your library is in use.' },
      ]}
      today={
        <>
          This page is not built yet. What was published, with its links, is on{' '}
          <Link href="/schedule" className="font-semibold text-woad underline underline-offset-4">
            Schedule
          </Link>
          .
        </>
      }
    />
  );
}
