import type { RecurringSchedule } from '@postloom/contracts';
import { useState } from 'react';
import { messageOr } from '#lib/api/index.ts';
import { dayIn, shiftDay } from '#lib/month-grid.ts';
import { zoneName } from '#lib/time-zones.ts';
import { DateField, Field, FormDialog } from '#ui/index.ts';
import { resumeTexts } from '../resume-texts.ts';

export type ResumeDialogProps = {
  schedule: RecurringSchedule;
  pending: boolean;
  /** What is said of a failure that says nothing itself. */
  failure: string;
  onSave(day: string | null): Promise<void>;
  onClose(): void;
};

/** The day on which a paused schedule resumes by itself; none: a person resumes it. */
export default function ResumeDialog({ schedule, pending, failure, onSave, onClose }: ResumeDialogProps) {
  const before = schedule.pausedUntil ?? '';
  const [day, setDay] = useState(before);
  const [problem, setProblem] = useState<string>();
  const today = dayIn(schedule.timeZone, new Date());
  const save = () => void onSave(day || null).then(onClose, (error: unknown) => setProblem(messageOr(error, failure)));
  return (
    <FormDialog
      title={resumeTexts.title(schedule.name)}
      description={resumeTexts.lead(zoneName(schedule.timeZone))}
      submitLabel="Save"
      pending={pending}
      disabled={day === before}
      onSubmit={save}
      onClose={onClose}
    >
      <Field label={resumeTexts.day} hint={resumeTexts.hint} error={problem}>
        <DateField
          min={shiftDay(today, 1)}
          max={schedule.endDate ?? undefined}
          today={today}
          clearable
          value={day}
          onChange={(chosen) => {
            setDay(chosen);
            setProblem(undefined);
          }}
        />
      </Field>
    </FormDialog>
  );
}
