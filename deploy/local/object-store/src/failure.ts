import { escapeXml } from './xml.ts';

const messages = {
  AccessDenied: [403, 'Access Denied'],
  BadDigest: [400, 'The checksum you sent does not match what was received.'],
  EntityTooLarge: [400, 'The object is larger than is allowed.'],
  EntityTooSmall: [400, 'A part that is not the last one is smaller than 5 MiB.'],
  IncompleteBody: [400, 'The body is shorter than announced.'],
  InvalidAccessKeyId: [403, 'The access key does not exist.'],
  InvalidArgument: [400, 'Invalid argument.'],
  InvalidPart: [400, 'A part is missing or has another ETag.'],
  InvalidPartOrder: [400, 'The parts are not in ascending order.'],
  InvalidRange: [416, 'The requested range is not satisfiable.'],
  InvalidRequest: [400, 'Invalid request.'],
  InternalError: [500, 'The object store failed.'],
  KeyTooLongError: [400, 'The key is longer than 1024 bytes.'],
  MalformedXML: [400, 'The XML is not well formed.'],
  MethodNotAllowed: [405, 'This method is not allowed here.'],
  NoSuchBucket: [404, 'The bucket does not exist.'],
  NoSuchKey: [404, 'The key does not exist.'],
  NoSuchUpload: [404, 'The upload does not exist.'],
  NotImplemented: [501, 'This object store does not do that.'],
  PreconditionFailed: [412, 'A precondition does not hold.'],
  RequestTimeTooSkewed: [403, 'The clocks differ by more than 15 minutes.'],
  SignatureDoesNotMatch: [403, 'The signature does not match.'],
  SlowDown: [503, 'Reduce your request rate.'],
  XAmzContentSHA256Mismatch: [400, 'The content does not have the SHA-256 that was signed.'],
} as const satisfies Record<string, readonly [number, string]>;
export type FailureCode = keyof typeof messages;

/** An answer of the S3 protocol that is an error: code, HTTP status and message as S3 names them. */
export class StoreFailure extends Error {
  readonly code: FailureCode;
  readonly status: number;

  constructor(code: FailureCode, message?: string) {
    super(message ?? messages[code][1]);
    this.name = 'StoreFailure';
    this.code = code;
    this.status = messages[code][0];
  }

  toXml(resource: string, requestId: string): string {
    return `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${this.code}</Code><Message>${escapeXml(this.message)}</Message><Resource>${escapeXml(resource)}</Resource><RequestId>${requestId}</RequestId></Error>`;
  }
}
