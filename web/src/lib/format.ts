/** 'Bytes', KB, MB or GB with two decimals, as the product shows file sizes. */
export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes <= 0) {
    return '0 Bytes';
  }
  const units = ['Bytes', 'KB', 'MB', 'GB'];
  const step = Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  return `${Number((bytes / 1024 ** step).toFixed(2))} ${units[step]}`;
}

/** Whole numbers with separators. */
export function formatNumber(value: number): string {
  return new Intl.NumberFormat('en-US').format(value);
}

/** Share in percent, 0 to 100; a limit of 0 counts as 0 and never as NaN. */
export function shareOf(used: number, limit: number): number {
  if (!(limit > 0) || !Number.isFinite(used)) {
    return 0;
  }
  return Math.min(100, Math.max(0, (used / limit) * 100));
}
