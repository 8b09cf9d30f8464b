import type { Business, User } from '@postloom/contracts';
import { createContext, useContext, type ReactNode } from 'react';
import { browserTimeZone } from '#lib/time-zones.ts';

export type PageContext = {
  user: User;
  /** The business this page shows; null while the person has none. */
  business: Business | null;
  businesses: readonly Business[];
};

const Context = createContext<PageContext | null>(null);

export function PageContextProvider({ value, children }: { value: PageContext; children: ReactNode }) {
  return <Context.Provider value={value}>{children}</Context.Provider>;
}

/** Who is signed in and which business the page shows. Only inside the signed-in shell. */
export function usePageContext(): PageContext {
  const value = useContext(Context);
  if (!value) {
    throw new Error('usePageContext is for pages inside the signed-in shell.');
  }
  return value;
}

/** The business the page shows by its name, for who has several; undefined where naming it would say nothing. */
export function useNamedBusiness(): string | undefined {
  const { business, businesses } = useContext(Context) ?? {};
  return businesses?.[1] && business?.name;
}

/** The business's IANA time zone, or the browser's while there is no business. */
export function usePageTimeZone(): string {
  return usePageContext().business?.timeZone ?? browserTimeZone();
}
