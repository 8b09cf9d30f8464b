import { createServer } from 'node:net';

/** Asks the kernel for a port that nobody listens on now. */
export const freePort = (host = '127.0.0.1'): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen({ host, port: 0, exclusive: true }, () => {
      const address = probe.address();
      probe.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('the kernel gave no port'));
        else resolve(address.port);
      });
    });
  });

/** True when this process could listen there now. */
export const isPortFree = (port: number, host = '127.0.0.1'): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(true)));
  });

/** The remembered port when it is still free, otherwise another one. Keeps addresses stable over restarts. */
export const keepOrPickPort = async (remembered: number | undefined, taken: ReadonlySet<number>): Promise<number> => {
  if (remembered !== undefined && !taken.has(remembered) && (await isPortFree(remembered))) return remembered;
  for (;;) {
    const port = await freePort();
    if (!taken.has(port)) return port;
  }
};
