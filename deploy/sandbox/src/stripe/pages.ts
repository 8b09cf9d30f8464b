import { html, redirect } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import type { Call } from '../http/call.ts';
import type { Route } from '../http/router.ts';
import { escapeHtml, page } from '../page/style.ts';
import type { StripeAccount } from './account.ts';
import type { CheckoutSession, PortalSession, Price, Subscription } from './objects.ts';

/** The pages that a person sees at Stripe: the checkout, the customer portal, an invoice. */
export function stripePages(account: StripeAccount): Route[] {
  const checkout = (call: Call): Promise<Reply> => checkoutPage(account, call);
  const portal = (call: Call): Promise<Reply> => portalPage(account, call);
  return [
    { method: 'GET', path: '/stripe/checkout/:id', handle: checkout },
    { method: 'POST', path: '/stripe/checkout/:id', handle: checkout },
    { method: 'GET', path: '/stripe/portal/:id', handle: portal },
    { method: 'POST', path: '/stripe/portal/:id', handle: portal },
    { method: 'GET', path: '/stripe/invoices/:id', handle: (call) => invoicePage(account, call) },
  ];
}

const width =
  'main{max-width:560px;margin:40px auto;padding:0 16px}form{display:grid;gap:12px}main .card{padding:20px}';

function shown(title: string, body: string, status = 200): Reply {
  return html(
    page(
      title,
      `<div class="weave"></div><main><div class="card"><h1>${escapeHtml(title)}</h1>${body}</div></main>`,
      width,
    ),
    status,
  );
}

function gone(): Reply {
  return shown('This page is over', '<p>Go back to the shop and start again.</p>', 404);
}

const money = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
const day = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const button = (name: string, label: string, kind = ''): string =>
  `<button name="do" value="${name}" class="${kind}">${label}</button>`;

async function checkoutPage(account: StripeAccount, call: Call): Promise<Reply> {
  const session = account.sessions.get(call.params['id'] ?? '');
  const price = session && account.prices.get(session.sandbox_price);
  if (session?.status !== 'open' || price === undefined) {
    return session?.status === 'complete' ? redirect(session.success_url) : gone();
  }
  const wish = call.method === 'POST' ? call.body.fields['do'] : undefined;
  if (wish === 'back') {
    return redirect(session.cancel_url);
  }
  if (wish === 'pay' || call.query.get('sandbox_approve') === '1') {
    const taxId = call.body.fields['tax_id'] ?? '';
    const paid = await account.buy(session, taxId === '' ? null : taxId);
    return paid ? redirect(session.success_url) : form(account, session, price, 'Your card was declined.');
  }
  return form(account, session, price, wish === 'decline' ? 'Your card was declined.' : null);
}

function form(account: StripeAccount, session: CheckoutSession, price: Price, problem: string | null): Reply {
  const name = account.products.get(price.product)?.name ?? 'A subscription';
  return shown(
    `Subscribe to ${name}`,
    `<p><strong>${money(price.unit_amount, price.currency)}</strong> per month. The sandbox charges nothing.</p>
${problem === null ? '' : `<p role="alert" style="color:var(--madder)">${problem}</p>`}
<form method="post">${session.sandbox_tax_id ? '<label>Tax ID (optional)<br><input name="tax_id" maxlength="40"></label>' : ''}
${button('pay', 'Pay', 'primary')}${button('decline', 'Decline')}${button('back', 'Back')}</form>`,
    problem === null ? 200 : 402,
  );
}

async function portalPage(account: StripeAccount, call: Call): Promise<Reply> {
  const session = account.portals.get(call.params['id'] ?? '');
  if (session === undefined) {
    return gone();
  }
  const { sandbox_change: change } = session;
  const wish = call.method === 'POST' ? call.body.fields['do'] : undefined;
  if (change !== null) {
    if (wish === 'confirm' || call.query.get('sandbox_approve') === '1') {
      await account.change(change.subscription, change.price);
      return redirect(change.back);
    }
    return wish === 'back' ? redirect(session.return_url) : confirmation(account, change);
  }
  const subscription = account.subscriptionsOf(session.customer).find(({ status }) => status !== 'canceled');
  if (subscription !== undefined) {
    if (wish === 'cancel' || wish === 'keep') {
      await account.endWithPeriod(subscription.id, wish === 'cancel');
    } else if (wish === 'card') {
      account.declines = 0;
      await account.retry(subscription.id);
    }
  }
  return wish === undefined ? overview(account, session) : redirect(wish === 'back' ? session.return_url : call.path);
}

function confirmation(account: StripeAccount, change: NonNullable<PortalSession['sandbox_change']>): Reply {
  const [subscription, price] = [account.subscriptions.get(change.subscription), account.prices.get(change.price)];
  if (subscription === undefined || price === undefined) {
    return gone();
  }
  const due = Math.max(0, account.difference(subscription, price));
  return shown(
    'Confirm your change',
    `<p>${escapeHtml(account.products.get(price.product)?.name ?? '')}: ${money(price.unit_amount, price.currency)} per month.
Due today: <strong>${money(due, price.currency)}</strong>.</p>
<form method="post">${button('confirm', 'Confirm', 'primary')}${button('back', 'Back')}</form>`,
  );
}

function overview(account: StripeAccount, session: PortalSession): Reply {
  const subscriptions = account.subscriptionsOf(session.customer);
  const customer = account.customers.get(session.customer);
  const invoices = account
    .invoicesOf(session.customer)
    .map(
      (invoice) =>
        `<li><a href="${escapeHtml(invoice.hosted_invoice_url)}">${invoice.number}</a> ${money(invoice.total, invoice.currency)} ${invoice.status}</li>`,
    );
  return shown(
    'Your subscription',
    `<p class="muted">${escapeHtml(customer?.email ?? '')}</p>
<ul>${subscriptions.map((one) => `<li>${state(account, one)}</li>`).join('') || '<li>Nothing yet.</li>'}</ul>
<form method="post">${button('card', 'Update card', 'primary')}${button('cancel', 'Cancel plan', 'danger')}${button('keep', 'Keep plan')}${button('back', 'Back')}</form>
<h2>Invoices</h2><ul>${invoices.join('') || '<li>None yet.</li>'}</ul>`,
  );
}

function state(account: StripeAccount, subscription: Subscription): string {
  const [item] = subscription.items.data;
  const name = escapeHtml(account.products.get(item?.price.product ?? '')?.name ?? subscription.id);
  const end = item === undefined ? '' : day(item.current_period_end);
  return `${name}: ${subscription.status}${subscription.cancel_at_period_end ? `, ends on ${end}` : `, paid until ${end}`}`;
}

function invoicePage(account: StripeAccount, call: Call): Reply {
  const invoice = account.invoices.get(call.params['id'] ?? '');
  return invoice === undefined
    ? gone()
    : shown(
        `Invoice ${invoice.number}`,
        `<p>${money(invoice.total, invoice.currency)}, ${invoice.status}, ${day(invoice.created)}</p>`,
      );
}
