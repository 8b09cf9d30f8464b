// Starts the sandbox with a compile cache. The TypeScript stripper alone takes about 24 MB of memory; with the cache of
// an earlier start it is never loaded. `node src/main.ts` does the same without the cache.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enableCompileCache, flushCompileCache } from 'node:module';

const dataDir = process.env.SANDBOX_DATA_DIR;
enableCompileCache(dataDir ? join(dataDir, 'compile-cache') : join(tmpdir(), 'postloom-sandbox-cache'));
await import('../src/main.ts');
// Now, not at the exit: a process that is killed writes nothing.
flushCompileCache();
