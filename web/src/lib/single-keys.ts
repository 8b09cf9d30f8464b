/**
 * Says 'off' where single characters (N, T, '?') are no shortcuts: for who dictates, or hits keys by accident. A choice of this
 * browser, as the theme is; the list of shortcuts makes it.
 */
export const SINGLE_KEYS = 'postloom.single-keys';

export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(SINGLE_KEYS) !== 'off';
  } catch {
    return true; // Storage is blocked: nobody could choose.
  }
}
