import { createServer } from 'node:net';

/** Asks the kernel for a port that nobody listens on now. */
export const freePort = (host = '127.0.0.1'): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen({ host, port: 0, exclusive: true }, () => {
      const address = probe.address();
      probe.close(() => {
        if (address === null || typeof address === 'string') {
          reject(new Error('the kernel gave no port'));
        } else {
          resolve(address.port);
        }
      });
    });
  });

const canListen = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') {
        resolve(false);
      } else if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') {
        resolve(true);
      } else {
        reject(error);
      }
    });
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(true)));
  });

/**
 * True when nobody listens there now. Both loopback addresses count: what listens on `::1` alone would get the
 * browsers that were sent to `localhost`.
 */
export const isPortFree = async (port: number): Promise<boolean> =>
  (await canListen(port, '127.0.0.1')) && (await canListen(port, '::1'));

/** The remembered port when it is still free, otherwise another one. Keeps addresses stable over restarts. */
export const keepOrPickPort = async (remembered: number | undefined, taken: ReadonlySet<number>): Promise<number> => {
  if (remembered !== undefined && !taken.has(remembered) && (await isPortFree(remembered))) {
    return remembered;
  }
  for (;;) {
    const port = await freePort();
    if (!taken.has(port)) {
      return port;
    }
  }
};
