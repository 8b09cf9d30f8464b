/** Raised after a commit that left work for a loop of this process, so that the work does not wait for the next poll. */
export abstract class WorkSignal {
  private listener: (() => void) | undefined;

  onWake(listener: () => void): void {
    this.listener = listener;
  }

  wake(): void {
    this.listener?.();
  }
}
