import { useNamedBusiness } from '#data/page-context.tsx';
import { texts } from '#lib/texts.ts';

/** Above what a dialog says of itself: for which business it is, where the person has several. */
export function ForBusiness() {
  const business = useNamedBusiness();
  return business ? (
    <>
      <span className="block font-semibold">{texts.forBusiness(business)}</span>{' '}
    </>
  ) : null;
}
