import { counter, defineMetrics, histogram } from '@postloom/chassis';

export const metrics = defineMetrics('media', {
  uploadSeconds: histogram('Uploads by outcome, from the first byte to the committed photo', { labels: ['outcome'] }),
  renditionSeconds: histogram('Deriving the renditions of one picture, by outcome', { labels: ['outcome'] }),
  pictureProcesses: counter('Picture processes started; each replaces one that was killed, crashed or fell idle'),
  storageFailures: counter('Calls to the object storage that failed, by operation', ['operation']),
  objectsDeleted: counter('Objects removed from storage'),
  objectDeletionsFailed: counter('Tries to remove an object from storage that storage refused or did not answer'),
  orphanedObjects: counter(
    'Objects that nothing names, as sweeps found them; they go when the next sweep finds them as well',
  ),
  forgottenParts: counter('Uploads in parts that nothing names, as sweeps found them; each is aborted at once'),
  missingObjects: counter(
    'Photos an object of which was missing in storage: their original, or a rendition, which is made again',
    ['object'],
  ),
});
