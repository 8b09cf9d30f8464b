import { MEGABYTE } from '@postloom/contracts';

/** What an import reads at most; an export of ours stays far below all of it. */
export const limits = {
  /** Files in the zip, and bytes of what its directory says of them beside their sizes: the places of all files are held. */
  entries: 250_000,
  directory: 32 * MEGABYTE,
  /** Bytes of the list of files. */
  list: 128 * MEGABYTE,
  businesses: 500,
  /** Bytes of one NDJSON file, unpacked, and of all together; how many there are. */
  rows: 16 * MEGABYTE,
  allRows: 2_048 * MEGABYTE,
  rowFiles: 50_000,
  /** Lines of one. */
  lines: 1_000,
  /** Bytes of one line. */
  line: 384 * 1_024,
  /** Findings that are kept with their words; all are counted. */
  findings: 1_000,
} as const;
