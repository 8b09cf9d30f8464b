import { PlannedPage } from './planned-page.tsx';

export default function SchedulePage() {
  return (
    <PlannedPage
      title="Content Calendar"
      description="Your month, day by day."
      band={{
        days: 8,
        threads: ['instagram', 'facebook', 'twitter'],
        wovenDays: 5,
        knots: [{ day: 2, thread: 1, status: 'scheduled' }],
      }}
      will={[
        { title: 'Calendar and list', text: 'Every post on its day, with its state.' },
        { title: 'Schedule New Post', text: 'Photo, caption, platforms, date and time in one dialog.' },
      ]}
      today="This page is being built."
    />
  );
}
