import { definitions, platformNames } from '../platforms/definitions.ts';

const platformLabels = JSON.stringify(Object.fromEntries(platformNames.map((name) => [name, definitions[name].label])));

/** The script of the page at `/`. Builds elements with text only, so that a caption cannot become markup. */
export const homeScript = String.raw`
(() => {
  const $ = (id) => document.getElementById(id);
  const el = (tag, props = {}, ...children) => {
    const node = document.createElement(tag);
    for (const [key, value] of Object.entries(props)) {
      if (key === 'class') node.className = value;
      else if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
      else if (value !== false && value !== null) node.setAttribute(key, value === true ? '' : value);
    }
    node.append(...children.filter((child) => child !== null));
    return node;
  };
  const labels = { ...${platformLabels},
    openai: 'OpenAI', anthropic: 'Anthropic', xai: 'xAI', smtp: 'Mail', s3: 'Objects' };
  const time = (iso) => new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' }) + ' ' +
    (new Intl.DateTimeFormat(undefined, { timeZoneName: 'short' }).formatToParts(new Date(iso)).find((p) => p.type === 'timeZoneName')?.value ?? '');
  let platform = '';
  let state = null;

  const send = async (method, path, body) => {
    const answer = await fetch(path, { method, headers: { 'content-type': 'application/json' }, body: body === undefined ? undefined : JSON.stringify(body) });
    if (!answer.ok) alert((await answer.json()).message);
    await refresh();
  };

  const posts = () => {
    $('posts-total').textContent = state.counts.publications + ' in the ledger';
    const known = ['', ...Object.keys(state.counts.byPlatform)];
    $('filters').replaceChildren(...known.map((name) => el('button', { 'aria-pressed': String(platform === name),
      onclick: () => { platform = name; refresh(); } }, name === '' ? 'All' : labels[name])));
    if (state.publications.length === 0) {
      $('posts').replaceChildren(el('div', { class: 'card empty muted' }, 'Nothing published yet. What Postloom sends to a platform appears here.'));
      return;
    }
    $('posts').replaceChildren(...state.publications.map((post) => {
      const picture = el('div', { class: 'pic' });
      if (post.media[0]) picture.append(el('img', { src: '/sandbox/media/' + post.media[0].sha256, alt: post.altTexts?.[0] ?? '', loading: 'lazy' }));
      if (post.media.length > 1) picture.append(el('span', { class: 'tag many' }, post.media.length + ' pictures'));
      return el('article', { class: 'card postcard' + (post.deletedAt ? ' gone' : '') }, post.media[0] ? picture : null,
        el('div', { class: 'body' },
          el('div', { class: 'who' }, el('img', { src: '/sandbox/avatars/' + post.platform + '/' + post.accountId + '.png', alt: '', width: 28, height: 28 }),
            el('strong', {}, post.accountName), el('span', { class: 'tag' }, labels[post.platform])),
          el('p', {}, post.text || '(no text)'),
          el('div', { class: 'foot tiny muted num' }, el('time', { datetime: post.at }, time(post.at)),
            post.deletedAt ? el('span', {}, 'deleted') : el('span', {}, el('a', { href: post.permalink }, 'Open'), ' ',
              el('button', { class: 'link', onclick: () => confirm('Delete this post on the platform?') &&
                send('DELETE', '/sandbox/publications/' + post.platform + '/' + encodeURIComponent(post.remoteId)) }, 'Delete')))));
    }));
  };

  const faultRows = new Map();
  const faults = () => {
    for (const [target, fault] of Object.entries(state.faults)) {
      let row = faultRows.get(target);
      if (!row) {
        const select = el('select', { 'aria-label': 'Fault of ' + labels[target] }, ...state.faultModes.map((mode) => el('option', { value: mode }, mode.replace(/_/g, ' '))));
        const field = (name, label) => { const input = el('input', { type: 'number', min: 0, step: 'any', name }); return [input, el('label', {}, label, input)]; };
        const fields = { latencyMs: field('latencyMs', 'latency, ms'), status: field('status', 'status'), probability: field('probability', 'share 0-1'),
          count: field('count', 'calls'), retryAfter: field('retryAfter', 'retry after, s') };
        const apply = () => {
          const body = { mode: select.value };
          for (const [name, [input]] of Object.entries(fields)) if (input.value !== '' && select.value !== 'none') body[name] = Number(input.value);
          send('PUT', '/sandbox/faults/' + target, body);
        };
        const node = el('div', { class: 'fault' }, el('span', { class: 'name' }, labels[target]), select, el('button', { onclick: apply }, 'Set'),
          el('div', { class: 'more' }, ...Object.values(fields).map(([, label]) => label)));
        select.addEventListener('change', () => node.classList.toggle('open', select.value !== 'none'));
        row = { node, select, fields, shown: '' };
        faultRows.set(target, row);
        $('faults').append(node);
      }
      const text = JSON.stringify(fault);
      if (text === row.shown) continue;
      row.shown = text;
      row.select.value = fault.mode;
      row.node.classList.toggle('on', fault.mode !== 'none');
      row.node.classList.toggle('open', fault.mode !== 'none');
      for (const [name, [input]] of Object.entries(row.fields)) input.value = fault[name] ?? '';
    }
  };

  const settings = () => {
    const s = state.settings;
    const choice = (label, key, options) => {
      const select = el('select', { 'aria-label': label, onchange: (event) => send('PUT', '/sandbox/settings', { [key]: event.target.value }) },
        ...options.map(([value, text]) => el('option', { value, selected: s[key] === value }, text)));
      return [el('span', { class: 'small' }, label), select];
    };
    $('settings').replaceChildren(
      ...choice('Quotas', 'quotas', [['documented', 'as documented'], ['off', 'none']]),
      ...choice('Identical posts', 'duplicates', [['refuse', 'refused'], ['allow', 'let through']]));
  };

  const open = new Set();
  const rows = (id, items, key, summary, detail) => {
    if (items.length === 0) { $(id).replaceChildren(el('div', { class: 'card empty muted small' }, 'None yet.')); return; }
    $(id).replaceChildren(...items.map((item) => {
      const name = id + key(item);
      const node = el('details', { class: 'card', open: open.has(name) }, el('summary', { class: 'small' }, ...summary(item)), detail(item));
      node.addEventListener('toggle', () => (node.open ? open.add(name) : open.delete(name)));
      return node;
    }));
  };

  const draw = () => {
    posts(); faults(); settings(); connections();
    rows('webhooks', state.webhooks, (w) => w.at + w.event,
      (w) => [el('span', { class: 'num ' + (w.problem ? 's5' : 's2') }, w.status === 0 ? '—' : String(w.status)),
        el('span', { class: 'cut' }, labels[w.platform] + ' ' + w.event), el('span', { class: 'muted tiny' }, w.durationMs + ' ms')],
      (w) => el('pre', {}, time(w.at) + '\n' + w.url + '\n' + (w.problem ?? 'accepted') + (w.body ? '\n' + w.body : '')));
    $('mails-total').textContent = state.counts.mails;
    rows('mails', state.mails, (mail) => mail.number + mail.at,
      (mail) => [el('span', { class: 'cut' }, el('strong', {}, mail.subject || '(no subject)')), el('span', { class: 'muted tiny' }, mail.to)],
      (mail) => { const pre = el('pre', {}, time(mail.at) + '\n\n'); for (const part of (mail.text || mail.html).split(/(https?:\/\/[^\s"'<>)]+)/)) {
        pre.append(/^https?:/.test(part) ? el('a', { href: part }, part) : part); }
        const page = '/sandbox/mails/' + mail.number + '/html';
        return el('div', {}, mail.html === '' ? null : el('div', {},
          el('iframe', { src: page, title: 'As it looks: ' + mail.subject, loading: 'lazy', sandbox: 'allow-popups allow-popups-to-escape-sandbox' }),
          el('a', { href: page, target: '_blank', class: 'small' }, 'Open as it looks')), pre); });
    rows('requests', state.requests, (r) => r.at + r.path,
      (r) => [el('span', { class: 'num ' + (r.status === null ? 's5' : 's' + String(r.status)[0]) }, r.status === null ? '—' : String(r.status)),
        el('span', { class: 'cut' }, r.method + ' ' + r.path), el('span', { class: 'muted tiny' }, r.fault ? r.fault.replace(/_/g, ' ') : r.durationMs + ' ms')],
      (r) => el('pre', {}, time(r.at) + '\n' + JSON.stringify(r.headers, null, 1) + (r.body ? '\n' + r.body : '')));
  };

  const connections = () => {
    if (state.connections.length === 0) { $('connections').replaceChildren(el('p', { class: 'muted small' }, 'Nothing is connected.')); return; }
    $('connections').replaceChildren(...state.connections.map((c) => el('div', { class: 'connection' },
      el('img', { src: '/sandbox/avatars/' + c.platform + '/' + c.accountId + '.png', alt: '', width: 28, height: 28 }),
      el('span', { class: 'cut small' }, c.name), el('span', { class: 'tag' }, labels[c.platform]),
      el('button', { 'aria-label': 'Remove Postloom from ' + c.name + ' on ' + labels[c.platform],
        onclick: () => send('POST', '/sandbox/webhooks', { platform: c.platform, event: 'removed', accountId: c.accountId }) }, 'Remove'))));
  };

  let running = null;
  let again = false;
  const refresh = () => {
    if (running) { again = true; return running; }
    running = (async () => {
      do {
        again = false;
        const answer = await fetch('/sandbox/overview?platform=' + platform);
        if (answer.ok) { state = await answer.json(); draw(); }
      } while (again);
    })().finally(() => { running = null; });
    return running;
  };
  $('reset').addEventListener('click', () => {
    if (confirm('Forget every post, mail, account and token of the sandbox?')) send('POST', '/sandbox/reset', {});
  });
  const live = (on) => { $('live').firstElementChild.className = on ? 'live' : 'live off'; $('live-text').textContent = on ? 'live' : 'not connected'; };
  const events = new EventSource('/sandbox/events');
  events.onopen = () => { live(true); refresh(); };
  events.onerror = () => live(false);
  events.addEventListener('changed', () => refresh());
  refresh();
})();
`;
