/**
 * An answer that is JSON text already, for reads whose JSON comes ready from the database: it goes out as it is, so a month of
 * posts is never parsed and written again on its way. It keeps its contract like any answer (RPC_CHECK_OUTPUT holds it against it).
 */
export class EncodedJson {
  constructor(readonly text: string) {}
}
