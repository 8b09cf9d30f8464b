import type { IncomingHttpHeaders } from 'node:http';
import { AppError, captionImage, MEGABYTE, routes } from '@postloom/contracts';
import type { RouteContract } from '@postloom/contracts';

const JSON_TYPE = /^application\/json *(?:;|$)/i;

/** Platforms sign bytes, so these bodies are kept as received and only their owner parses them. */
export const SIGNED_TYPE = 'application/vnd.postloom.signed';
const SIGNED_BYTES = 256 * 1024;
const SMALL_BYTES = 8 * 1024;

/** A platform's message, authenticated by its signature: its body must not be parsed as JSON before that is verified. */
export function isSigned(contract: RouteContract | undefined): boolean {
  return (
    contract === routes.metaDeauthorize ||
    contract === routes.metaDataDeletion ||
    contract === routes.receiveWebhook ||
    contract === routes.stripeWebhook
  );
}

/** Sent by another program in a format of its own: a platform's signed message, or the one click of a mail program, whose body says nothing. */
export function isForeign(contract: RouteContract | undefined): boolean {
  return isSigned(contract) || contract === routes.unsubscribe;
}

/** Maximum body in bytes of a route that reads it into memory. Inline caption pictures are the only large ones. */
export function bodyLimitOf(contract: RouteContract | undefined): number {
  if (isSigned(contract)) {
    return SIGNED_BYTES;
  }
  if (contract === routes.reportClientError || contract === routes.unsubscribe) {
    return SMALL_BYTES;
  }
  return contract === routes.generateCaption ? captionImage.maxBase64Bytes + MEGABYTE : MEGABYTE;
}

const streamed: ReadonlySet<RouteContract | undefined> = new Set<RouteContract>([
  routes.uploadPhoto,
  routes.importPosts,
  routes.previewImport,
  routes.importPart,
]);

/** An upload's body is streamed; its own handler checks the type. */
export function isStreamed(contract: RouteContract | undefined): boolean {
  return streamed.has(contract);
}

/** JSON only: another site's form can send text or form data without a preflight, but not JSON. Null when the body may be read. */
export function bodyRefusal(contract: RouteContract | undefined, headers: IncomingHttpHeaders): AppError | null {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody || isStreamed(contract) || isForeign(contract) || JSON_TYPE.test(headers['content-type'] ?? '')) {
    return null;
  }
  return new AppError('unsupported_media_type');
}

/** The sentence for a body that is too long. */
export function tooLarge(contract: RouteContract | undefined): AppError {
  return contract === routes.generateCaption
    ? new AppError('payload_too_large')
    : new AppError('payload_too_large', 'This request is too large.');
}
