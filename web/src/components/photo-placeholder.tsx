import { useMemo } from 'react';
import { thumbHashToDataURL } from 'thumbhash';

/** What a picture looks like from afar, until it is there. */
export default function PhotoPlaceholder({ hash }: { hash: string }) {
  const src = useMemo(
    () => thumbHashToDataURL(Uint8Array.from(atob(hash), (character) => character.charCodeAt(0))),
    [hash],
  );
  return <img src={src} alt="" aria-hidden="true" className="absolute inset-0 size-full object-cover" />;
}
