import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { invalidatePaths } from '#lib/api/index.ts';
import { toast } from '#ui/index.ts';
import { billingTexts } from './texts.ts';

/** Back from the payment page: says once what happened. The plan itself changes when the payment provider has told the product. */
export function useCheckoutReturn(): void {
  const client = useQueryClient();
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    const outcome = query.get('checkout');
    if (outcome !== 'paid' && outcome !== 'later' && outcome !== 'left') {
      return;
    }
    query.delete('checkout');
    const rest = query.toString();
    history.replaceState(history.state, '', `${location.pathname}${rest === '' ? '' : `?${rest}`}${location.hash}`);
    toast({ ...billingTexts[outcome], tone: outcome === 'left' ? 'neutral' : 'success' });
    if (outcome !== 'left') {
      void invalidatePaths(client, ['/api/auth/user', '/api/user/limits', '/api/billing']);
    }
  }, [client]);
}
