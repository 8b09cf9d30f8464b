import type { PhotoUppy } from './uppy.ts';

/** Milliseconds that the widget says it. */
const SAID_FOR_MS = 3_000;

/**
 * Copies the link of the file whose button was pressed, and says so in the words of the widget; answers whether there was one. The widget
 * itself would copy from a field of its own outside the dialog, which has the focus for itself: nothing would come of that.
 */
export function copyLink(uppy: PhotoUppy, pressed: EventTarget): boolean {
  const button = pressed instanceof Element ? pressed.closest('.uppy-Dashboard-Item-action--copyLink') : null;
  const itemId = button?.closest('.uppy-Dashboard-Item')?.id;
  const link = uppy.getFiles().find(({ id }) => itemId === `uppy_${id}`)?.uploadURL;
  if (!link) {
    return false;
  }
  const { i18n } = uppy.getPlugin('Dashboard') as unknown as { i18n(key: string): string };
  navigator.clipboard.writeText(link).then(
    () => uppy.info(i18n('copyLinkToClipboardSuccess'), 'info', SAID_FOR_MS),
    () => prompt(i18n('copyLinkToClipboardFallback'), link),
  );
  return true;
}
