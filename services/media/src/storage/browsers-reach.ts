const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * True when browsers can send to addresses of the storage: its public address is known, it is Amazon's, or the product and the storage are
 * both reached on this very machine, as in the local default. Any other address is one of the installation's inside.
 */
export function browsersReach(storage: {
  readonly s3PublicEndpoint?: string | undefined;
  readonly s3Endpoint?: string | undefined;
  readonly publicUrl: string;
}): boolean {
  const { s3PublicEndpoint, s3Endpoint, publicUrl } = storage;
  if (s3PublicEndpoint !== undefined || s3Endpoint === undefined) {
    return true;
  }
  return [s3Endpoint, publicUrl].every((address) => LOOPBACK.test(new URL(address).hostname));
}
