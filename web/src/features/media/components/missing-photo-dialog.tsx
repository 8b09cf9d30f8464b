import { Dialog, DialogCancel, DialogContent } from '#ui/index.ts';

/** Its texts: nothing else says them. */
const texts = {
  title: 'This photo is not in this library',
  text: 'It was deleted, or it belongs to another business.',
} as const;

/** A link led to a photo that the library does not have. */
export function MissingPhotoDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={texts.title}
        description={texts.text}
        width="sm"
        footer={<DialogCancel>Close</DialogCancel>}
      />
    </Dialog>
  );
}
