import { orders } from '../orders.ts';
import { html, nothing } from './html.ts';
import type { Html } from './html.ts';
import {
  ageOf,
  isBeyond,
  isStale,
  ofLag,
  ofParked,
  ofPlatform,
  ofPromise,
  ofProvider,
  ofQueue,
  ofService,
  ofWait,
} from './judge.ts';
import type { Verdict } from './judge.ts';
import type { FiringAlert } from './prometheus-api.ts';
import type { PlatformFigures, ProviderFigures, QueueFigures, ServiceFigures, Snapshot } from './snapshot.ts';
import { ALLOWED_LATE } from './snapshot.ts';
import { clock, cost, count, duration, part, rate, share } from './words.ts';

/** Everything the page shows. */
export interface Shown {
  /** Milliseconds. */
  readonly now: number;
  /** `unset`: nobody said where Prometheus is. A text: why it gives nothing now. */
  readonly trouble: 'unset' | string | null;
  /** The last answers there were. */
  readonly snapshot: Snapshot | null;
  /** What `npm run ops -- status` prints. `unset`: nobody said where the database is. An Error: why it says nothing. */
  readonly status: readonly string[] | 'unset' | Error;
  /** Names of the files in deploy/docs/runbooks. */
  readonly runbooks: readonly { readonly file: string; readonly title: string }[];
}

/** The whole page. Parts with `data-live` are replaced by their next version while it is open. */
export function page(shown: Shown): string {
  const { snapshot } = shown;
  const firing = snapshot === null ? '' : snapshot.alerts.length === 0 ? '' : `(${snapshot.alerts.length}) `;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${firing}Due and public · Postloom</title>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/page.css" />
        <noscript><meta http-equiv="refresh" content="30" /></noscript>
        <script src="/page.js" type="module"></script>
      </head>
      <body>
        <a class="skip" href="#main">Skip to the figures</a>
        <header>
          <div>
            <p class="eyebrow">Postloom for operators</p>
            <h1>Due and public</h1>
          </div>
          <p class="updates">
            <span id="asked" data-live>${snapshot === null ? '' : `As of ${clock(snapshot.at)}`}</span>
            <button type="button" id="pause" aria-pressed="false" hidden>Pause updates</button>
          </p>
        </header>
        <main id="main" tabindex="-1">
          <div id="away" role="status"></div>
          <div id="state" role="status" data-live>${state(shown)}</div>
          <p class="unseen" id="firing" role="status" data-live>${said(snapshot)}</p>
          ${snapshot === null ? nothing : figures(snapshot)} ${switches(shown)} ${orderList()} ${runbooks(shown)}
        </main>
      </body>
    </html> `.text;
}

function state({ trouble, snapshot, now }: Shown): Html {
  if (trouble === 'unset') {
    return html`<div class="note warn">
      <h2>No figures yet</h2>
      <p>Say where Prometheus is, and start this page again:</p>
      <pre><code>PROMETHEUS_URL=http://localhost:9090 npm run ops-page</code></pre>
      <p>In a cluster, lead its port here first:</p>
      <pre><code>kubectl -n monitoring port-forward service/prometheus-operated 9090</code></pre>
    </div>`;
  }
  if (trouble !== null) {
    const old = snapshot === null ? '' : ` What you see is ${duration(ageOf(snapshot, now))} old.`;
    return html`<div class="note bad">
      <h2>No new figures</h2>
      <p>${trouble}${old}</p>
    </div>`;
  }
  if (snapshot === null || snapshot.dataAge === null) {
    return html`<div class="note bad">
      <h2>Nothing is scraped</h2>
      <p>
        Prometheus answers, and knows no process of Postloom. Without figures no alert fires either. See
        ${runbookLink('deploy/docs/runbooks/sick-service.md', 'state-runbook', 'the runbook of a sick service')}.
      </p>
    </div>`;
  }
  return isStale(snapshot, now)
    ? html`<div class="note bad">
        <h2>Old figures</h2>
        <p>Data ${duration(ageOf(snapshot, now))} old: Prometheus answers, but has scraped nothing since.</p>
      </div>`
    : nothing;
}

/** For a screen reader, which hears it again only when it differs. */
const said = (snapshot: Snapshot | null): string =>
  snapshot === null ? '' : snapshot.alerts.map(({ summary }) => summary).join('. ') || 'Nothing fires.';

function figures(snapshot: Snapshot): Html {
  return html`${alerts(snapshot)} ${promise(snapshot)} ${moment(snapshot)}
  ${cards('platforms', 'Platforms', 'In the last hour.', snapshot.platforms.map(platformCard))}
  ${cards('services', 'Services', 'In the last five minutes.', snapshot.services.map(serviceCard))}
  ${queues(snapshot.queues)}
  ${cards('providers', 'AI providers', 'Calls of the last hour, tokens and cost of the last day.', snapshot.providers.map(providerCard))}`;
}

const section = (id: string, title: string, body: Html): Html =>
  html`<section id="${id}" aria-labelledby="${id}-title" data-live>
    <h2 id="${id}-title">${title}</h2>
    ${body}
  </section>`;

function alerts({ alerts: firing, at }: Snapshot): Html {
  const body =
    firing.length === 0
      ? html`<p class="calm">Nothing fires.</p>`
      : html`<ul class="alerts">
          ${firing.map((alert, index) => alertItem(alert, index, at))}
        </ul>`;
  return section('alerts', 'What fires', body);
}

function alertItem(alert: FiringAlert, index: number, at: number): Html {
  const isPage = alert.severity === 'page';
  const verdict: Verdict = isPage ? { tone: 'bad', word: 'Wakes somebody' } : { tone: 'warn', word: 'Can wait' };
  const seconds = (at - Date.parse(alert.since)) / 1_000;
  const link =
    alert.runbook === null
      ? nothing
      : html` ${runbookLink(alert.runbook, `alert-${index}`, `Runbook of ${alert.name}`)}`;
  return html`<li class="${isPage ? 'bad' : 'warn'}">
    <h3>${alert.summary} ${pill(verdict)}</h3>
    <p>${alert.description}</p>
    <p class="muted">${alert.name}, for ${duration(Math.max(0, seconds))}.${link}</p>
  </li>`;
}

function promise(snapshot: Snapshot): Html {
  const { month, monthDue, monthLate, budgetLeft, hour, fiveMinutes } = snapshot.promise;
  const left = Math.max(0, budgetLeft ?? 1);
  const allowed = monthDue * ALLOWED_LATE;
  const sentence =
    month === null
      ? 'A due post is public within 60 seconds, 99.9 % of them. None was due in 30 days.'
      : `A due post is public within 60 seconds, 99.9 % of them. Of the ${count(monthDue)} posts due in 30 days ${count(monthLate)} ${monthLate === 1 ? 'was' : 'were'} late or not sent; ${allowed < 10 ? allowed.toFixed(1) : count(allowed)} may be.`;
  const meter =
    budgetLeft === null
      ? nothing
      : html`<p class="budget" id="budget">
            ${budgetLeft < 0 ? 'More posts were late than may be.' : `${part(left)} of the budget is left.`}
          </p>
          <svg class="meter" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
            <rect class="track" width="100" height="4" />
            <rect class="${left < 0.25 ? 'bad' : 'good'}" width="${(left * 100).toFixed(1)}" height="4" />
          </svg>`;
  return section(
    'promise',
    'The promise',
    html`<div class="promise">
      <div>
        <p class="hero">${share(month)}</p>
        <p class="muted">in time, 30 days</p>
        ${pill(ofPromise(snapshot))}
      </div>
      <div>
        <p>${sentence}</p>
        ${meter}
        <dl class="inline">
          <div>
            <dt>Last hour</dt>
            <dd>${share(hour)}</dd>
          </div>
          <div>
            <dt>Last 5 minutes</dt>
            <dd>${share(fiveMinutes)}</dd>
          </div>
        </dl>
        ${hour === null && month !== null ? html`<p class="muted">No post was due in the last hour.</p>` : nothing}
      </div>
    </div>`,
  );
}

const lag = (seconds: number | null): string => (isBeyond(seconds) ? 'over 1 min' : duration(seconds));

function moment(snapshot: Snapshot): Html {
  const open = snapshot.platforms.reduce((sum, platform) => sum + platform.open, 0);
  const openOldest = Math.max(0, ...snapshot.platforms.map((platform) => platform.openOldest ?? 0));
  const events = snapshot.parked.reduce((sum, one) => sum + one.events, 0);
  const where = snapshot.parked.map(({ service, handler }) => `${service} ${handler}`).join(', ');
  return section(
    'moment',
    'Now',
    html`<div class="cards">
      ${card('Oldest due post', ofWait(snapshot.dueOldest), [['Waits for its handover', duration(snapshot.dueOldest)]])}
      ${card('Due to public, last hour', ofLag(snapshot.lagSlow), [
        ['Half of the posts within', lag(snapshot.lagMiddle)],
        ['99 of 100 within', lag(snapshot.lagSlow)],
      ])}
      ${card('Open outcomes', openOldest > 1_800 ? { tone: 'bad', word: 'Too long' } : { tone: 'good', word: 'Fine' }, [
        ['Calls without an outcome', count(open)],
        ...(open === 0 ? [] : [['The oldest for', duration(openOldest)] as const]),
      ])}
      ${card('Events on their way out', ofWait(snapshot.outbox?.seconds ?? null), [
        ['The oldest waits', duration(snapshot.outbox?.seconds ?? null)],
        ...(snapshot.outbox === null || snapshot.outbox.seconds < 1 ? [] : [['In', snapshot.outbox.service] as const]),
      ])}
      ${card('Parked events', ofParked(events), [
        ['Set aside in the last day', count(events)],
        ...(where === '' ? [] : [['By', where] as const]),
      ])}
    </div>`,
  );
}

const platformCard = (platform: PlatformFigures): Html =>
  card(platform.label, ofPlatform(platform), [
    ['Published', count(platform.published)],
    ['Failed', count(platform.failed)],
    ['Without a clear answer', `${count(platform.unclear)} of ${count(platform.calls)}`],
    ['19 of 20 calls within', duration(platform.slow)],
    ['Open outcomes', platform.open === 0 ? '0' : `${count(platform.open)}, for ${duration(platform.openOldest)}`],
    ['Accounts to reconnect', count(platform.reconnects)],
  ]);

/** The gateway answers browsers alone, so nothing is counted there as a request of a service. */
const serviceCard = (service: ServiceFigures): Html =>
  card(service.name, ofService(service), [
    ['Processes', service.up === service.processes ? count(service.up) : `${service.up} of ${service.processes}`],
    ...(service.requests === null
      ? []
      : [
          ['Requests', rate(service.requests)] as const,
          ['Failed by us', part(service.failedShare)] as const,
          ['19 of 20 within', duration(service.slow)] as const,
        ]),
  ]);

const providerCard = (provider: ProviderFigures): Html =>
  card(provider.label, ofProvider(provider), [
    ['Calls', count(provider.calls)],
    ['Refused or not answered', count(provider.failed)],
    ['19 of 20 calls within', duration(provider.slow)],
    ['Tokens', count(provider.tokens)],
    ['Cost', cost(provider.cost)],
  ]);

const cards = (id: string, title: string, when: string, all: readonly Html[]): Html =>
  section(
    id,
    title,
    all.length === 0
      ? html`<p class="muted">Nothing of it is scraped.</p>`
      : html`<p class="muted">${when}</p>
          <div class="cards">${all}</div>`,
  );

function queues(all: readonly QueueFigures[]): Html {
  const busy = all.filter(({ waiting }) => waiting > 0);
  const rest = all.length - busy.length;
  const table = html`<div class="scroll" tabindex="0" role="region" aria-label="Work that waits">
    <table>
      <thead>
        <tr>
          <th scope="col">Service</th>
          <th scope="col">Work</th>
          <th scope="col" class="number">Waiting</th>
          <th scope="col" class="number">The oldest for</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        ${busy.map(
          (queue) =>
            html`<tr>
              <td>${queue.service}</td>
              <th scope="row">${queue.worker}</th>
              <td class="number">${queue.waiting >= 1_000 ? '1,000 or more' : count(queue.waiting)}</td>
              <td class="number">${duration(queue.oldest)}</td>
              <td>${pill(ofQueue(queue))}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
  const empty =
    rest === 0 ? '' : busy.length === 0 ? `Nothing waits in ${rest} queues.` : `Nothing waits in the other ${rest}.`;
  return section(
    'queues',
    'Queues',
    all.length === 0
      ? html`<p class="muted">Nothing of it is scraped.</p>`
      : html`${busy.length === 0 ? nothing : table}
          <p class="muted">${empty}</p>`,
  );
}

function switches({ status }: Shown): Html {
  if (status === 'unset') {
    return section(
      'switches',
      'Stopped and paused',
      html`<p class="muted">Set DATABASE_URL to see here what <code>npm run ops -- status</code> prints.</p>`,
    );
  }
  if (status instanceof Error) {
    return section(
      'switches',
      'Stopped and paused',
      html`<p class="note bad">The database says nothing: ${status.message}</p>`,
    );
  }
  return section(
    'switches',
    'Stopped and paused',
    html`<ul class="lines">
      ${status.map((line) => html`<li>${line}</li>`)}
    </ul>`,
  );
}

/** Text to copy: nothing here acts. */
function orderList(): Html {
  return html`<section id="orders" aria-labelledby="orders-title">
    <h2 id="orders-title">What can be done</h2>
    <p class="muted">Commands to copy into a terminal that has DATABASE_URL. This page changes nothing.</p>
    <dl class="orders">
      ${orders.examples.map(
        ([line, about]) =>
          html`<div>
            <dt>${about}</dt>
            <dd><code>${line}</code></dd>
          </div>`,
      )}
    </dl>
  </section>`;
}

function runbooks({ runbooks: all }: Shown): Html {
  return html`<section id="runbooks" aria-labelledby="runbooks-title">
    <h2 id="runbooks-title">Runbooks</h2>
    <ul class="links">
      ${all.map(({ file, title }) => html`<li><a href="/runbooks/${file}">${title}</a></li>`)}
    </ul>
  </section>`;
}

const runbookLink = (path: string, id: string, text: string): Html =>
  html`<a id="${id}" href="/runbooks/${path.split('/').at(-1) ?? ''}">${text}</a>`;

const pill = ({ tone, word }: Verdict): Html => html`<span class="pill ${tone}">${word}</span>`;

const card = (title: string, verdict: Verdict, facts: readonly (readonly [string, string])[]): Html =>
  html`<article class="card ${verdict.tone}">
    <h3>${title} ${pill(verdict)}</h3>
    <dl>
      ${facts.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
  </article>`;
