const PATIENCE_MS = 3_000;

/**
 * A failed test may leave a service open, and the run must end anyway. Jest's own `forceExit` would end every run, hiding what is left
 * open. A run that ends by itself never gets here; one that does not reports what keeps it alive and then ends. Its exit code stays that of
 * its tests: Jest sets it on exit, so none is given here.
 */
export default function endAnyway(): void {
  setTimeout(() => {
    process.stderr.write(`Tests left something open: ${process.getActiveResourcesInfo().join(', ')}\n`);
    process.exit();
  }, PATIENCE_MS).unref();
}
