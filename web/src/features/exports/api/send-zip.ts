import type { DataImport } from '@postloom/contracts';
import { callRoute, callUpload, isApiError, routes } from '#lib/api/index.ts';

/** Tries for one part, with longer and longer pauses: a laptop that is opened again goes on. */
const MOST_TRIES = 8;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Sends a zip part by part. What does not arrive is sent again, from where the server is: the same file that was chosen again after a reload
 * goes on there too. @throws ApiError
 */
export async function sendZip(zip: File, onPercent: (percent: number) => void): Promise<DataImport> {
  const file = `${zip.name} ${zip.lastModified}`.slice(-300);
  const announced = await callRoute(routes.importData, { body: { bytes: zip.size, file }, quiet: true });
  let now = announced;
  let tries = 0;
  while (now.state === 'receiving' && now.id === announced.id) {
    const from = now.receivedBytes;
    onPercent(percentOf(from, zip.size));
    try {
      now = await callUpload(routes.importPart, {
        params: { importId: now.id ?? '', from: String(from) },
        file: zip.slice(from, from + now.partBytes),
        onProgress: (share) => onPercent(percentOf(from + (now.partBytes * share) / 100, zip.size)),
      });
      tries = 0;
    } catch (error) {
      tries += 1;
      if (tries === MOST_TRIES || !mayPass(error)) {
        throw error;
      }
      await pause(Math.min(LONGEST_PAUSE_MS, 500 * 2 ** tries));
      now = await callRoute(routes.importState, { quiet: true }).catch(() => now);
    }
  }
  return now;
}

function percentOf(bytes: number, all: number): number {
  return Math.min(100, Math.floor((bytes / all) * 100));
}

/** No answer, a server that is being replaced, bytes that came too slowly, or that have arrived although their answer has not. */
function mayPass(error: unknown): boolean {
  return isApiError(error) && (error.code === 'network' || error.status >= 500 || [408, 409].includes(error.status));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
