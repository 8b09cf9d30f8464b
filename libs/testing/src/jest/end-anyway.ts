const PATIENCE_MS = 3_000;

/**
 * A failed test may leave a service open, and the run must end all the same. jest's own `forceExit` would end every run, and
 * nobody would see what is left open. A run that ends by itself never gets to this; one that does not says what holds it and
 * then ends. Its exit code stays the one of its tests: jest sets that on exit, and so none is given here.
 */
export default function endAnyway(): void {
  setTimeout(() => {
    process.stderr.write(`Tests left something open: ${process.getActiveResourcesInfo().join(', ')}\n`);
    process.exit();
  }, PATIENCE_MS).unref();
}
