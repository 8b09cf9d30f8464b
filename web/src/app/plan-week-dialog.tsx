import type { Business } from '@postloom/contracts';
import { Suspense } from 'react';
import {
  StarterWeekDialog,
  type StarterWeekDialogProps,
} from '#features/starter-week/components/starter-week-dialog.tsx';
import { lazily } from '#lib/lazily.ts';
import { SpinnerWithText } from '#ui/index.ts';

/** Fetched when the first photo is changed. */
const PhotoPicker = lazily(async () => ({
  default: (await import('#features/media/components/photo-picker.tsx')).PhotoPicker,
}));

/** The week to plan, with the library to choose photos from. */
export default function PlanWeekDialog(props: Omit<StarterWeekDialogProps, 'photoPicker'> & { business: Business }) {
  return (
    <StarterWeekDialog
      {...props}
      photoPicker={(slot) => (
        <Suspense fallback={<SpinnerWithText text="Loading photos..." />}>
          <PhotoPicker businessId={props.business.id} full={false} {...slot} />
        </Suspense>
      )}
    />
  );
}
