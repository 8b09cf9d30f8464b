import { momentText } from '@postloom/chassis';
import { planCatalogue } from '@postloom/contracts';
import type { Tier } from '@postloom/contracts';
import type { Notice } from '../notifications/index.ts';
import type { KeptBilling } from './next-billing.ts';

const LINK = '/settings#subscription';

/** What the person is told when the way they pay has changed; null when nothing happened that they must know. All texts are here. */
export function billingNotice(
  payerId: string,
  before: KeptBilling,
  after: KeptBilling,
  changedTo: Tier | null,
  timeZone: string,
): Notice | null {
  const notice = (
    kind: Notice['kind'],
    type: Notice['type'],
    title: string,
    message: string,
    needs: { act: boolean; mail: boolean },
  ): Notice => ({
    ...{ key: `billing ${payerId}`, about: payerId, kind, type, title, message, link: LINK },
    ...{ actionable: needs.act, isWorthAMail: needs.mail },
  });
  const paid = after.tier ?? before.tier;
  if (paid === null) {
    return null;
  }
  const plan = planCatalogue[paid].name;
  if (after.status === 'past_due' && after.graceEndsAt !== null) {
    if (changedTo === 'free') {
      return notice(
        'plan_lost',
        'error',
        'Your account is on the Free plan',
        `The payment for your ${plan} plan did not go through. Everything you made is still here. Update your card to get the ${plan} plan back.`,
        { act: true, mail: true },
      );
    }
    return before.status === 'past_due' && before.subscriptionId === after.subscriptionId
      ? null
      : notice(
          'payment_failed',
          'error',
          'Your payment did not go through',
          `You keep the ${plan} plan until ${momentText(after.graceEndsAt, timeZone)}. Update your card before then, or your account changes to the Free plan.`,
          { act: true, mail: true },
        );
  }
  if (after.status === 'ended' && changedTo === 'free') {
    return notice(
      'plan_ended',
      'info',
      `Your ${plan} plan has ended`,
      'Your account is on the Free plan now. Everything you made is still here.',
      { act: false, mail: true },
    );
  }
  if (after.status !== 'active') {
    return null;
  }
  if (changedTo !== null) {
    return notice(
      'plan_changed',
      'success',
      `You are on the ${plan} plan`,
      'Thank you. Your new limits apply right away.',
      { act: false, mail: false },
    );
  }
  if (before.status === 'past_due') {
    return notice('payment_succeeded', 'success', 'Your payment went through', `You keep the ${plan} plan.`, {
      act: false,
      mail: false,
    });
  }
  if (after.endsAt !== null && before.endsAt === null) {
    return notice(
      'plan_canceled',
      'info',
      `Your ${plan} plan is canceled`,
      `You keep it until ${momentText(after.endsAt, timeZone)}. Until then you can change your mind.`,
      { act: false, mail: false },
    );
  }
  return null;
}
