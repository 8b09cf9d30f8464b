/**
 * Where a mail or a push leads: the path of a notice, with the business it is about, which the page then shows whichever it showed before.
 * The start page where a notice has no path of its own. The CHECKs of the tables keep these to paths of the product.
 */
export function placeIn(businessId: string, path: string | null): `/${string}` {
  const { pathname, searchParams, hash } = new URL(path ?? '/', 'https://product.invalid');
  searchParams.set('business', businessId);
  return `/${pathname.slice(1)}?${searchParams.toString()}${hash}`;
}
