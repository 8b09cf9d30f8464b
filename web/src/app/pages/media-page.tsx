import { PlannedPage } from './planned-page.tsx';

export default function MediaPage() {
  return (
    <PlannedPage
      title="Media Library"
      description="The photos of your business, ready to become posts."
      band={{
        days: 8,
        threads: ['weld', 'moss', 'madder'],
        wovenDays: 4,
        knots: [{ day: 2, thread: 1, status: 'draft' }],
      }}
      will={[
        { title: 'Upload', text: 'Drag photos in or browse for them: up to 20 at once, 50 MB each.' },
        { title: 'Find', text: 'Grid and list, search by name.' },
      ]}
      today="This page is being built."
    />
  );
}
