import { Suspense } from 'react';
import type { PhotoSlot } from '#components/photo-slot.ts';
import { lazily } from '#lib/lazily.ts';
import { SpinnerWithText } from '#ui/index.ts';

/** Fetched with the form that chooses a photo: the pages themselves show no picker. */
const PhotoPicker = lazily(async () => ({
  default: (await import('#features/media/components/photo-picker.tsx')).PhotoPicker,
}));

/** The library in a form: one photo, or none. */
export function OnePhotoPicker({ businessId, value, onChange }: PhotoSlot & { businessId: string }) {
  return (
    <Suspense fallback={<SpinnerWithText text="Loading photos..." />}>
      <PhotoPicker
        businessId={businessId}
        value={value ? [value] : []}
        full={false}
        onToggle={(photo) => onChange(photo.id === value ? null : photo)}
        onUploaded={onChange}
      />
    </Suspense>
  );
}
