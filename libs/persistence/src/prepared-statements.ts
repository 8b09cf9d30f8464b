import { createHash } from 'node:crypto';

const HOT_AFTER = 20;
const MAX_PREPARED = 200;
/** Generated texts are all different: they are left alone instead of counted for ever. */
const MAX_COUNTED = MAX_PREPARED * 5;

/** Which statements a process's connections keep prepared: those that run often, so that they are parsed and planned once. */
export class PreparedStatements {
  private readonly counted = new Map<string, { runs: number; name: string | undefined }>();
  private named = 0;

  /** Counts a run of the statement; from the 21st on it has a name under which Postgres keeps its plan. */
  nameOf(sql: string): string | undefined {
    let entry = this.counted.get(sql);
    if (!entry) {
      if (this.counted.size >= MAX_COUNTED) {
        return undefined;
      }
      entry = { runs: 0, name: undefined };
      this.counted.set(sql, entry);
    }
    entry.runs += 1;
    if (entry.name === undefined && entry.runs > HOT_AFTER && this.named < MAX_PREPARED) {
      this.named += 1;
      entry.name = `s${createHash('sha1').update(sql).digest('hex').slice(0, 16)}`;
    }
    return entry.name;
  }
}
