import type { UploadWays } from '@postloom/contracts';
import { callRoute, callUpload, isApiError, routes } from '#lib/api/index.ts';
import type { FileToStore, Uploaded } from './to-storage.ts';

export type FileToSend = Omit<FileToStore, 'partsFromBytes' | 'onKept'>;

export type UploadWay = {
  /** Asks which way is best, once; what is sent before the answer goes through the gateway. */
  prepare(): Promise<void>;
  /** Sends one file by the way that is best on this installation. */
  send(item: FileToSend): Promise<Uploaded>;
  /** It is not being sent for now: room is held only for what lies in storage already, to go on with. */
  rest(of: Upload): void;
  /** Nothing will become of it, from whatever page it was sent: its room is free at once. Without a network it is later, by itself. */
  giveUp(of: Upload): void;
};

type Upload = Pick<FileToSend, 'id' | 'businessId'>;

/**
 * Which way files take: through the gateway until the installation has said that browsers reach its storage, and again when this browser
 * does not.
 */
export function uploadWay(): UploadWay {
  let ways: UploadWays | undefined;
  let asked: Promise<void> | undefined;
  /** Files that storage was announced, and of which nothing lies there yet that would be worth keeping. */
  const announced = new Set<string>();
  /** Being ended: what is sent again under the same id must not be ended with it. */
  const ending = new Map<string, Promise<void>>();
  const prepare = () =>
    (asked ??= callRoute(routes.uploadWays, { quiet: true }).then(
      (answer) => {
        ways = answer;
      },
      () => {
        asked = undefined; // through the gateway, then, until it is asked again
      },
    ));

  function end({ id, businessId }: Upload): Promise<void> {
    announced.delete(id);
    const ended = callRoute(routes.endUpload, { businessId, query: { uploadId: id }, quiet: true }).then(
      () => undefined,
      () => undefined, // its room is free when its time is over
    );
    ending.set(id, ended);
    void ended.then(() => ending.delete(id));
    return ended;
  }

  async function toStorage(item: FileToSend, partsFromBytes: number): Promise<Uploaded> {
    let moved = false;
    const onProgress = (percent: number) => {
      moved ||= percent > 0;
      item.onProgress(percent);
    };
    const onKept = () => announced.delete(item.id);
    const { sendToStorage } = await import('./to-storage.ts');
    announced.add(item.id);
    try {
      return await sendToStorage({ ...item, onProgress, onKept, partsFromBytes });
    } catch (error) {
      if (!moved && navigator.onLine && isApiError(error) && error.code === 'network' && error.status === 0) {
        // Not a byte went there, though there is a network: a firewall or a CORS rule is in the way.
        ways = undefined;
        await end(item);
        return direct(item);
      }
      throw error;
    }
  }

  const send = (item: FileToSend) => (ways?.toStorage === true ? toStorage(item, ways.partsFromBytes) : direct(item));

  return {
    prepare,
    send: (item) => ending.get(item.id)?.then(() => send(item)) ?? send(item),
    rest: (of) => {
      if (announced.has(of.id)) {
        void end(of);
      }
    },
    giveUp: (of) => void end(of),
  };
}

function direct({ id, file, name, businessId, signal, onProgress }: FileToSend): Promise<Uploaded> {
  return callUpload(routes.uploadPhoto, {
    ...{ file, businessId, signal, onProgress },
    fileName: name,
    params: { randomId: id },
  });
}
