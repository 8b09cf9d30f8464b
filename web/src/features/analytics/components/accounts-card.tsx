import type { Analytics } from '@postloom/contracts';
import { formatNumber } from '#lib/format.ts';
import { useIsWide } from '#lib/use-is-wide.ts';
import { Card, CardBody, CardHeader, PlatformBadge } from '#ui/index.ts';
import { accountRowsOf, tellingFollowersAlone, type AccountRow } from '../accounts.ts';
import { analyticsTexts } from '../texts.ts';
import { ChangeNote } from './results-card.tsx';

const texts = analyticsTexts.accounts;
const { platform: first, ...figures } = texts.columns;

/** 'Your Accounts': what became of the accounts themselves, wherever their posts were made. Nothing while no platform tells it. */
export function AccountsCard({ analytics }: { analytics: Pick<Analytics, 'followers' | 'accounts'> }) {
  const rows = accountRowsOf(analytics);
  const few = tellingFollowersAlone(rows);
  const isWide = useIsWide();
  if (rows.length === 0) {
    return null;
  }
  return (
    <Card aria-labelledby="accounts">
      <CardHeader id="accounts" title={texts.title} description={texts.description} />
      <CardBody className="grid gap-4">
        {isWide ? <Table rows={rows} /> : <Stack rows={rows} />}
        <p className="max-w-[68ch] text-sm text-muted">
          {few.length > 0 ? `${texts.followersAlone(few)} ${texts.note}` : texts.note}
        </p>
      </CardBody>
    </Card>
  );
}

function Table({ rows }: { rows: readonly AccountRow[] }) {
  return (
    <div role="region" aria-label={texts.table} tabIndex={0} className="relative overflow-x-auto">
      <table className="w-full min-w-136 table-fixed text-sm tabular">
        <thead>
          <tr className="text-muted">
            <th scope="col" className="py-2 text-left align-bottom font-normal">
              {first}
            </th>
            {Object.entries(figures).map(([figure, label]) => (
              <th key={figure} scope="col" className="py-2 pl-3 text-right align-bottom font-normal">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line">
          {rows.map(({ platform, cells }) => (
            <tr key={platform}>
              <th scope="row" className="py-2 text-left font-normal">
                <PlatformBadge platform={platform} />
              </th>
              {cells.map((cell) => (
                <FigureCell key={cell.figure} cell={cell} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** On a phone, where the columns have no room: what each platform tells, one below the other. */
function Stack({ rows }: { rows: readonly AccountRow[] }) {
  return (
    <ul className="grid divide-y divide-line border-y border-line">
      {rows.map(({ platform, cells }) => (
        <li key={platform} className="grid gap-2 py-3">
          <PlatformBadge platform={platform} />
          <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-sm tabular">
            {cells.map(({ figure, value, change }) =>
              value === null ? null : (
                <div key={figure} className="grid content-start gap-0.5">
                  <dt className="text-muted">{figures[figure]}</dt>
                  <dd className="grid gap-0.5">
                    <span className="text-lg font-bold">{formatNumber(value)}</span>
                    {change === null ? null : <ChangeNote change={change} />}
                  </dd>
                </div>
              ),
            )}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function FigureCell({ cell: { value, change } }: { cell: AccountRow['cells'][number] }) {
  return (
    <td className="py-2 pl-3 text-right">
      {value === null ? (
        <>
          <span aria-hidden="true">–</span>
          <span className="sr-only">{texts.unavailable}</span>
        </>
      ) : (
        <span className="grid justify-items-end gap-0.5">
          <span className="text-lg font-bold">{formatNumber(value)}</span>
          {change === null ? null : <ChangeNote change={change} />}
        </span>
      )}
    </td>
  );
}
