/** What an operating system puts into zips and folders beside what the person chose. */
export const isOfSystem = (path: string) =>
  path.startsWith('__MACOSX/') || /(^|\/)(\.|Thumbs\.db$|desktop\.ini$)/.test(path);
