/**
 * For tests: the wall clock of the process that imports this is off by CLOCK_SKEW_MS, and jumps by CLOCK_JUMP_MS at each SIGUSR2.
 * The monotonic clock stays as it is, as on a real machine whose time was set.
 */
const RealDate = Date;
let offset = Number(process.env.CLOCK_SKEW_MS ?? 0);
const jump = Number(process.env.CLOCK_JUMP_MS ?? 0);

class SkewedDate extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + offset);
    else super(...args);
  }

  static now() {
    return RealDate.now() + offset;
  }
}

globalThis.Date = SkewedDate;
if (jump !== 0) process.on('SIGUSR2', () => (offset += jump));
