import { formatDate } from '#lib/format.ts';
import { browserTimeZone } from '#lib/time-zones.ts';
import { Badge, Button, Card, ErrorState, Skeleton, SkeletonGroup } from '#ui/index.ts';
import { useInvoices, usePortal } from '../api/billing.ts';
import { formatMoney } from '../money.ts';
import { billingTexts } from '../texts.ts';

/** What was charged, with the way to the payment provider's own pages. */
export function Invoices() {
  const invoices = useInvoices(true);
  const portal = usePortal();
  const texts = billingTexts.invoices;
  return (
    <Card aria-labelledby="invoices" className="mt-5 p-5">
      <div className="flex flex-wrap items-center justify-between gap-3 pb-4">
        <h3 id="invoices" className="text-lg font-bold">
          {texts.title}
        </h3>
        <Button size="sm" variant="secondary" pending={portal.isPending} onClick={() => portal.mutate()}>
          {billingTexts.portal}
        </Button>
      </div>
      {invoices.isError ? <ErrorState onRetry={() => void invoices.refetch()} /> : null}
      {invoices.isPending ? (
        <SkeletonGroup text={texts.loading} className="grid gap-3">
          <Skeleton className="h-8" />
          <Skeleton className="h-8" />
        </SkeletonGroup>
      ) : null}
      {invoices.data?.length === 0 ? <p className="text-sm text-muted">{texts.none}</p> : null}
      {invoices.data && invoices.data.length > 0 ? (
        <ul aria-labelledby="invoices" className="max-h-72 divide-y divide-line overflow-y-auto">
          {invoices.data.map((invoice) => {
            const name = invoice.number ?? formatDate(invoice.createdAt, browserTimeZone());
            return (
              <li key={invoice.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5 text-sm">
                <span className="tabular">{formatDate(invoice.createdAt, browserTimeZone())}</span>
                <span className="font-semibold tabular">{formatMoney(invoice.total, invoice.currency)}</span>
                <Badge tone={invoice.status === 'paid' ? 'moss' : 'weld'}>{texts.status[invoice.status]}</Badge>
                <span className="ml-auto flex gap-3">
                  {invoice.url === null ? null : (
                    <a className="text-woad underline" href={invoice.url} target="_blank" rel="noreferrer">
                      <span aria-hidden="true">View</span>
                      <span className="sr-only">{texts.view(name)}</span>
                    </a>
                  )}
                  {invoice.pdfUrl === null ? null : (
                    <a className="text-woad underline" href={invoice.pdfUrl} target="_blank" rel="noreferrer">
                      <span aria-hidden="true">PDF</span>
                      <span className="sr-only">{texts.pdf(name)}</span>
                    </a>
                  )}
                </span>
              </li>
            );
          })}
        </ul>
      ) : null}
    </Card>
  );
}
