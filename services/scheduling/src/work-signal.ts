/** Raised after a commit that left work for a worker of this process, so that the work does not wait for the next poll. */
export abstract class WorkSignal {
  private readonly listeners: (() => void)[] = [];

  onWake(listener: () => void): void {
    this.listeners.push(listener);
  }

  wake(): void {
    this.listeners.forEach((listener) => listener());
  }
}
