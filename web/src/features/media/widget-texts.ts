import { uploadTexts } from './upload-texts.ts';

export const widgetTexts = {
  /** Under 'No Internet connection'. */
  goesOn: 'Uploads wait, and go on by themselves once it is back.',
};

type Words = { strings: Record<string, string | { 0: string; 1: string }> };

/** Of each state the same object: the widget takes over its options whenever they are others. */
const usual: Words = { strings: { sessionRestored: 'Your photos are still here', error: uploadTexts.uploadFailed } };
const waiting: Words = {
  strings: {
    ...usual.strings,
    uploading: 'Waiting for the connection',
    uploadingXFiles: { 0: '%{smart_count} file waits', 1: '%{smart_count} files wait' },
  },
};
const over: Words = {
  strings: {
    ...usual.strings,
    uploadingXFiles: { 0: '%{smart_count} file not uploaded', 1: '%{smart_count} files not uploaded' },
  },
};

/** The widget's words where its own are not plain, or do not fit: to it a file that failed is still uploading, and so is one without a connection. */
export function wordsOfWidget({ online, isOver }: { online: boolean; isOver: boolean }): Words {
  if (!online) {
    return waiting;
  }
  return isOver ? over : usual;
}
