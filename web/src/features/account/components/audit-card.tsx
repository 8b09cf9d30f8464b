import { LoadedCard } from '#components/loaded-card.tsx';
import { ShowMore } from '#components/show-more.tsx';
import { pageRows } from '#lib/api/index.ts';
import { formatMoment } from '#lib/format.ts';
import { useAuditLog } from '../api/security.ts';
import { useSignInProvider } from '../api/sign-in-provider.ts';
import { auditLine, zoneLine } from '../audit-texts.ts';
import { deviceName } from '../device-name.ts';
import { accountTexts } from '../texts.ts';

const texts = accountTexts.security.audit;

/** What happened to the account, for its person to recognize or not. */
export function AuditCard({ timeZone }: { timeZone: string }) {
  const log = useAuditLog();
  const provider = useSignInProvider().data?.provider ?? null;
  return (
    <LoadedCard
      id="account-log"
      title={texts.title}
      description={`${provider === null ? texts.lead : texts.leadAtProvider(provider.name)} ${zoneLine(timeZone)}`}
      query={log}
      loading={texts.loading}
      skeleton={{ rows: 3, height: 'h-10' }}
      isEmpty={(data) => pageRows(data).length === 0}
      empty={<p className="text-sm text-muted">{texts.empty}</p>}
      footer={<ShowMore query={log} />}
    >
      {(data) => (
        <ol className="grid divide-y divide-line">
          {pageRows(data).map((entry) => (
            <li key={entry.id} className="grid py-2 first:pt-0">
              <p className="break-words">{auditLine(entry)}</p>
              <p className="text-sm text-muted">
                <time dateTime={entry.at}>{formatMoment(entry.at, timeZone)}</time>
                {entry.userAgent === null ? null : `, ${deviceName(entry.userAgent)}`}
              </p>
            </li>
          ))}
        </ol>
      )}
    </LoadedCard>
  );
}
