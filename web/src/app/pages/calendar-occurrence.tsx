import type { Occurrence } from '@postloom/contracts';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import OccurrenceDialog from '#features/automation/components/occurrence-dialog.tsx';
import { usePageContext } from '#data/page-context.tsx';
import { useSchedules } from '#data/schedules.ts';
import { OnePhotoPicker } from '../one-photo-picker.tsx';

/** One post that a schedule will bring, changed or skipped over the calendar. */
export default function CalendarOccurrence({ occurrence, onClose }: { occurrence: Occurrence; onClose(): void }) {
  const { business } = usePageContext();
  const { data: schedules, isError } = useSchedules();
  const schedule = schedules?.find(({ id }) => id === occurrence.scheduleId);
  const [, navigate] = useLocation();
  // Its schedule has gone or cannot be read: the page of the schedules says so.
  const isGone = !schedule && (schedules !== undefined || isError);
  useEffect(() => {
    if (isGone) {
      navigate('/automation');
    }
  }, [isGone, navigate]);
  if (!schedule || !business) {
    return null;
  }
  return (
    <OccurrenceDialog
      schedule={schedule}
      occurrence={occurrence}
      isAway
      photoPicker={(slot) => <OnePhotoPicker {...slot} businessId={business.id} />}
      onClose={onClose}
    />
  );
}
