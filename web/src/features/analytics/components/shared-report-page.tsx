import type { SharedReport } from '@postloom/contracts';
import { Suspense, useEffect, useState } from 'react';
import { isDeadLink } from '#lib/api/index.ts';
import { formatDate, formatDay, formatNumber } from '#lib/format.ts';
import { lazily } from '#lib/lazily.ts';
import { isDay } from '#lib/month-grid.ts';
import { browserTimeZone } from '#lib/time-zones.ts';
import { ErrorState, Skeleton, SpinnerWithText } from '#ui/index.ts';
import { useSharedReport } from '../api/report-shares.ts';
import { summaryOf, type Point } from '../figures.ts';
import { logoUrl } from '../logo-url.ts';
import { shareTexts } from '../share-texts.ts';

const TimeChart = lazily(() => import('../charts/time-chart.tsx'));
const texts = shareTexts.page;

type Section = SharedReport['sections'][number];
type Cell = Section['rows'][number][number];

/** A report under a link, to be read by anybody who has it. The product is named only where the report names it. */
export default function SharedReportPage() {
  const token = useToken();
  const report = useSharedReport(token);
  if (token === '' || isDeadLink(report.error)) {
    return (
      <main className="mx-auto grid w-full max-w-[60ch] gap-4 px-5 py-16 sm:py-24">
        <h1 className="text-3xl font-bold">{texts.dead}</h1>
        <p>{texts.deadNext}</p>
      </main>
    );
  }
  if (report.data) {
    return <Report report={report.data} />;
  }
  return (
    <main className="mx-auto w-full max-w-[60ch] px-5 py-16 sm:py-24">
      {report.isError && !report.isFetching ? (
        <ErrorState message={texts.failed} onRetry={() => void report.refetch()} />
      ) : (
        <SpinnerWithText text={texts.loading} />
      )}
    </main>
  );
}

/** What stands behind the # of the address: browsers send it to nobody. */
function useToken(): string {
  const [token, setToken] = useState(() => location.hash.slice(1));
  useEffect(() => {
    const read = () => setToken(location.hash.slice(1));
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  return token;
}

function Report({ report }: { report: SharedReport }) {
  const { title, sender, days, comparison, color, credit, logo, sections, createdAt, expiresAt } = report;
  const zone = browserTimeZone();
  useEffect(() => {
    document.title = `${sender}: ${title}`;
  }, [sender, title]);
  return (
    <main className="mx-auto grid w-full max-w-4xl gap-8 px-4 py-8 sm:px-6 sm:py-12">
      <header
        className="flex flex-wrap items-center justify-between gap-4 border-t-8 border-woad pt-5"
        style={color === null ? undefined : { borderColor: color }}
      >
        <div className="grid min-w-0 gap-1">
          <h1 className="text-3xl font-bold break-words">{sender}</h1>
          <p className="text-lg">{title}</p>
          <p className="text-sm text-muted">{`${days}. ${comparison}.`}</p>
        </div>
        {logo ? (
          <span className="rounded-card bg-white p-2.5">
            <img
              src={logoUrl(logo)}
              width={logo.width}
              height={logo.height}
              alt=""
              className="h-auto max-h-20 w-auto"
            />
          </span>
        ) : null}
      </header>
      {sections.map((section) => (
        <ReportSection key={section.title} section={section} />
      ))}
      <footer className="grid gap-1 border-t border-line pt-4 text-xs text-muted">
        <p>{texts.until(formatDate(createdAt, zone), formatDate(expiresAt, zone))}</p>
        {credit === null ? null : <p>{credit}</p>}
      </footer>
    </main>
  );
}

function ReportSection({ section }: { section: Section }) {
  const { title, note, isChart } = section;
  const id = title.toLowerCase().replaceAll(/\W+/g, '-');
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-3">
      <h2 id={id} className="text-xl font-bold">
        {title}
      </h2>
      {note === undefined ? null : <p className="max-w-[68ch] text-sm text-muted">{note}</p>}
      {isChart ? (
        <Days section={section} />
      ) : section.columns.length === 1 ? (
        <Sentences section={section} />
      ) : (
        <Table section={section} />
      )}
    </section>
  );
}

/** Figures day by day: those of which there is nothing to tell are told together, in a sentence. */
function Days({ section }: { section: Section }) {
  const rows = section.rows.filter(([, ...cells]) => cells.some((cell) => cell !== null && cell !== 0));
  const others = section.rows.length - rows.length;
  return (
    <>
      <Chart section={section} />
      {rows.length > 0 ? <Table section={{ ...section, rows }} isTall /> : null}
      {rows.length > 0 && others > 0 ? <p className="text-sm text-muted">{texts.otherDays(others)}</p> : null}
    </>
  );
}

function Chart({ section: { title, rows } }: { section: Section }) {
  const points = rows.map(([day, value]): Point => ({
    ...{ key: String(day), label: formatDay(String(day)) },
    value: typeof value === 'number' ? value : null,
  }));
  const summary = summaryOf(title, points, formatNumber);
  if (summary === null) {
    return <p className="text-sm text-muted">{texts.nothing}</p>;
  }
  return (
    <figure className="grid gap-2">
      <Suspense fallback={<Skeleton className="h-60" />}>
        <TimeChart points={points} shape="bars" isCount summary={summary} format={formatNumber} />
      </Suspense>
      <figcaption className="text-sm text-muted">{summary}</figcaption>
    </figure>
  );
}

function Sentences({ section: { rows } }: { section: Section }) {
  return (
    <ul className="grid max-w-[68ch] list-disc gap-1.5 pl-5 text-sm">
      {rows.map(([sentence]) => (
        <li key={String(sentence)}>{sentence}</li>
      ))}
    </ul>
  );
}

/** It scrolls by itself where it has no room: sideways on a phone, and down where it may have a row for every day. */
function Table({ section: { title, columns, rows }, isTall = false }: { section: Section; isTall?: boolean }) {
  return (
    <div
      role="region"
      aria-label={texts.table(title)}
      tabIndex={0}
      className={`overflow-auto rounded-control border border-line ${isTall ? 'max-h-80' : ''}`}
    >
      <table className="w-full text-left text-sm tabular">
        <thead className="sticky top-0 bg-sunken">
          <tr>
            {columns.map((column, index) => (
              <th key={column} scope="col" className={`px-3 py-2 font-semibold ${index === 0 ? '' : 'text-right'}`}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(([first, ...others], row) => (
            <tr key={row}>
              <th scope="row" className="max-w-80 min-w-32 px-3 py-1.5 font-normal break-words">
                {shown(first)}
              </th>
              {others.map((cell, index) => (
                <td key={columns[index + 1]} className="px-3 py-1.5 text-right">
                  {shown(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Files have days as machines read them. */
function shown(cell: Cell | undefined): string {
  if (typeof cell !== 'string') {
    return cell === null || cell === undefined ? '–' : formatNumber(cell);
  }
  return isDay(cell) ? formatDay(cell) : cell;
}
