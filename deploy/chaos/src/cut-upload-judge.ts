import type { Stored } from '../../harness/src/stored-photos.ts';

export interface Judged {
  /** Every file that was sent, by its name. */
  readonly sent: ReadonlyMap<string, { readonly sha256: string; readonly bytes: number }>;
  /** Names of those whose senders were told that there is a photo, as often as they were told. */
  readonly confirmed: ReadonlySet<string>;
  readonly stored: Stored;
  /** What the product gives back of each photo, by its id. */
  readonly given: ReadonlyMap<string, string>;
}

/** What is wrong with what is stored and paid for, in sentences; none when all is right. */
export function wrongWith({ sent, confirmed, stored, given }: Judged): string[] {
  const { photos, used, reserved, ghosts, missing, waiting } = stored;
  const paid = photos.reduce((sum, { bytes }) => sum + bytes, 0);
  const names = photos.map(({ name }) => name);
  const twice = names.filter((name, index) => names.indexOf(name) < index);
  const lost = [...confirmed].filter((name) => !names.includes(name));
  const changed = photos.filter(({ id, name, sha256, bytes }) => {
    const file = sent.get(name);
    return file?.sha256 !== sha256 || file.bytes !== bytes || given.get(id) !== sha256;
  });
  const unready = photos.filter(({ status }) => status !== 'ready');
  return [
    ...some('objects that nothing names', ghosts),
    ...some('objects that are named and not there', missing),
    ...(waiting === 0 ? [] : [`${waiting} objects still wait for their address to expire`]),
    ...(used === paid && reserved === 0
      ? []
      : [`${used} bytes are paid for and ${reserved} reserved, ${paid} are stored`]),
    ...some('photos that are there twice', twice),
    ...some('confirmed photos that are not there', lost),
    ...some(
      'photos with other bytes than were sent',
      changed.map(({ name }) => name),
    ),
    ...some(
      'photos that never became ready',
      unready.map(({ name }) => name),
    ),
  ];
}

function some(what: string, found: readonly string[]): string[] {
  return found.length === 0 ? [] : [`${found.length} ${what}: ${found.slice(0, 5).join(', ')}`];
}
