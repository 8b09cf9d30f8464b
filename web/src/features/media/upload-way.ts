import type { UploadWays } from '@postloom/contracts';
import { callRoute, callUpload, isApiError, routes } from '#lib/api/index.ts';
import type { FileToStore, Uploaded } from './to-storage.ts';

export type FileToSend = Omit<FileToStore, 'partsFromBytes'>;

export type UploadWay = {
  /** Asks which way is best, once; what is sent before the answer goes through the gateway. */
  prepare(): Promise<void>;
  /** Sends one file by the way that is best on this installation. */
  send(item: FileToSend): Promise<Uploaded>;
};

/**
 * Which way files take: through the gateway until the installation has said that browsers reach its storage, and again when this browser
 * does not.
 */
export function uploadWay(): UploadWay {
  let ways: UploadWays | undefined;
  let asked: Promise<void> | undefined;
  const prepare = () =>
    (asked ??= callRoute(routes.uploadWays, { quiet: true }).then(
      (answer) => {
        ways = answer;
      },
      () => {
        asked = undefined; // through the gateway, then, until it is asked again
      },
    ));

  async function toStorage(item: FileToSend, partsFromBytes: number): Promise<Uploaded> {
    let moved = false;
    const onProgress = (percent: number) => {
      moved ||= percent > 0;
      item.onProgress(percent);
    };
    const { sendToStorage } = await import('./to-storage.ts');
    try {
      return await sendToStorage({ ...item, onProgress, partsFromBytes });
    } catch (error) {
      if (!moved && navigator.onLine && isApiError(error) && error.code === 'network' && error.status === 0) {
        // Not a byte went there, though there is a network: a firewall or a CORS rule is in the way.
        ways = undefined;
        return direct(item);
      }
      throw error;
    }
  }

  return {
    prepare,
    send: (item) => (ways?.toStorage === true ? toStorage(item, ways.partsFromBytes) : direct(item)),
  };
}

function direct({ id, file, name, businessId, signal, onProgress }: FileToSend): Promise<Uploaded> {
  return callUpload(routes.uploadPhoto, {
    ...{ file, businessId, signal, onProgress },
    fileName: name,
    params: { randomId: id },
  });
}
