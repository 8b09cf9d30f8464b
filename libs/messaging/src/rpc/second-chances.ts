/**
 * How many requests may be asked a second time because the first had no answer yet: a handful at once, and over time one of so many. Answers are lost
 * a few at a time, when the broker reads its users again or a process is killed; an owner that is slow for everybody must not be asked twice as much.
 */
export class SecondChances {
  private left: number;

  constructor(
    private readonly most = 50,
    private readonly perAnswer = 0.02,
  ) {
    this.left = most;
  }

  answered(): void {
    this.left = Math.min(this.most, this.left + this.perAnswer);
  }

  take(): boolean {
    if (this.left < 1) {
      return false;
    }
    this.left -= 1;
    return true;
  }
}
