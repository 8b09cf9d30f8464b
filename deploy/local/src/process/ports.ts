import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Where kernels take the ports of outgoing connections from: Linux from 32768 on, others from higher ones. */
const OUTGOING = 32_768;
/** Below, services of a machine have their well-known ports, and browsers refuse some: the last is 10080. */
const LOWEST = 11_000;

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
 * A port that nobody listens on now. Not one that the kernel offers: until its new owner listens, any outgoing connection of the
 * machine may have taken that.
 */
export const freePort = async (host = '127.0.0.1'): Promise<number> => {
  for (;;) {
    const port = randomInt(LOWEST, OUTGOING);
    if (await canListen(port, host)) {
      return port;
    }
  }
};

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
