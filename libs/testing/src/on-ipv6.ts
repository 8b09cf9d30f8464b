import { connect, createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';

async function listen(server: Server): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '::1', port: 0, ipv6Only: true }, resolve);
  }).catch((error: unknown) => {
    throw new Error(
      'This machine does not let programs listen at ::1, so nobody knows whether IPv6 works. Switch it on, at least for the loopback (sysctl net.ipv6.conf.lo.disable_ipv6=0).',
      { cause: error },
    );
  });
}

/** For tests of IPv6. @throws Error that says what to do where this machine has none, not even within itself */
export async function needIpv6(): Promise<void> {
  const server = createServer();
  await listen(server);
  server.close();
}

/** A way at `[::1]` to a server of this machine that listens at 127.0.0.1 alone. @throws as {@link needIpv6} */
export async function onIpv6(port: number): Promise<{ readonly port: number; close(): void }> {
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  await listen(server);
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
}
