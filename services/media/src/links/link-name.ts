import { cleanName } from '../photos/index.ts';

/** What a picture from an address is called: as its website says, else by the end of the address, else by the website. */
export function linkName(url: URL, disposition: string | undefined): string {
  const said = /filename\*?=(?:UTF-8'')?"?([^";]+)"?/i.exec(disposition ?? '')?.[1];
  const last = url.pathname.split('/').findLast((part) => part !== '');
  return cleanName(plain(said ?? last) ?? url.hostname);
}

function plain(encoded: string | undefined): string | undefined {
  if (encoded === undefined) {
    return undefined;
  }
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded; // a lone % is part of the name
  }
}
