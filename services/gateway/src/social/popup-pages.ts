import { platformRules } from '@postloom/contracts';
import type { OauthFinish, OauthStart, Platform } from '@postloom/contracts';

/**
 * The pages of the connect popup. They notify the opener (own origin only) that the sign-in has ended; the opener then asks the server what
 * is connected, so a forged message changes nothing.
 */
export function pagePolicy(nonce: string): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; img-src https: http: data:; font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
    // A page that returns from another origin keeps its opener only without an opener policy of its own.
    'cross-origin-opener-policy': 'unsafe-none',
  };
}

type Finished = Exclude<OauthFinish, { outcome: 'pick' }>;
type Pick = Extract<OauthFinish, { outcome: 'pick' }>;
type Setup = Extract<OauthStart, { setupRequired: true }>;

/** `notice`: what the person should know of the account; the window stays open until they have read it. */
export function outcomePage(outcome: Finished, nonce: string, notice?: string): string {
  const name = platformRules[outcome.platform].name;
  const connected = outcome.outcome === 'connected';
  const title = connected ? `${name} is connected` : 'Connection Failed';
  const sentence = connected
    ? `${names.format(outcome.accounts.map((account) => account.accountName))} can now be chosen when you schedule a post.`
    : outcome.reason;
  return page(
    title,
    `${sign(connected ? 'done' : 'failed')}<h1>${escape(title)}</h1><p>${escape(sentence)}</p>${notice === undefined ? '' : noticeOf(notice)}${closeButton}`,
    nonce,
    {
      tell: {
        platform: outcome.platform,
        outcome: outcome.outcome,
        ...(outcome.outcome === 'failed' ? { reason: outcome.reason } : {}),
      },
      close: connected && notice === undefined,
    },
  );
}

/** `business`: whose sign-in it is; its id is sent along with the choice. */
export function pickPage(outcome: Pick, business: { id: string; name: string | undefined }, nonce: string): string {
  const name = platformRules[outcome.platform].name;
  const whose = business.name === undefined ? 'Your posts' : `The posts of ${business.name}`;
  const choices = outcome.offered.map((account, index) => choice(account, index === 0, name)).join('');
  return page(
    `Choose an account on ${name}`,
    `<h1>Choose an account on ${escape(name)}</h1><p>${escape(whose)} go out from the account you choose.</p><form id="pick"><fieldset><legend class="hidden">Accounts</legend>${choices}</fieldset><p id="problem" role="alert"></p><button type="submit">Connect this account</button></form>`,
    nonce,
    {
      pick: { url: `/api/social/${outcome.platform}/pick`, token: outcome.pickToken, businessId: business.id },
      platform: outcome.platform,
      connected: `${name} is connected`,
    },
  );
}

function choice(
  { remoteId, name, avatarUrl, kind, isCurrent = false }: Pick['offered'][number],
  isChosen: boolean,
  platform: string,
): string {
  const kinds = { person: 'Personal profile', page: `${platform} Page` } as const;
  const picture =
    avatarUrl === null
      ? `<span class="avatar" aria-hidden="true">${escape(initialOf(name))}</span>`
      : `<img class="avatar" src="${escape(avatarUrl)}" alt="" width="40" height="40">`;
  const facts = [...(kind === undefined ? [] : [kinds[kind]]), ...(isCurrent ? ['connected until now'] : [])];
  const detail = facts.length === 0 ? '' : `<small>${escape(facts.join(', '))}</small>`;
  return `<label><input type="radio" name="account" value="${escape(remoteId)}"${isChosen ? ' checked' : ''}>${picture}<span class="name"><span>${escape(name)}</span>${detail}</span></label>`;
}

function initialOf(name: string): string {
  return [...name.replace(/^@/, '')][0]?.toUpperCase() ?? '?';
}

export function setupPage(platform: Platform, setup: Setup, nonce: string): string {
  const name = platformRules[platform].longName;
  const steps = setup.instructions.steps.map((step) => `<li>${escape(step)}</li>`).join('');
  return page(
    'Setup Required',
    `<h1>Setup Required</h1><p>${escape(name)} needs app credentials on this installation before accounts can be connected.</p><ol>${steps}</ol><p class="label">Redirect URL to whitelist</p><code>${escape(setup.redirectUri)}</code>${closeButton}`,
    nonce,
    { tell: { platform, outcome: 'setup_required' } },
  );
}

const names = new Intl.ListFormat('en-US', { type: 'conjunction' });
const closeButton = '<button type="button" id="close">Close this window</button>';

function noticeOf(sentence: string): string {
  return `<p class="notice">${escape(sentence)}</p>`;
}

/** A knot that is tied, or a thread that is torn: the signs of the product. */
function sign(kind: 'done' | 'failed'): string {
  return kind === 'done'
    ? '<svg class="sign done" viewBox="0 0 40 40" aria-hidden="true"><circle cx="20" cy="20" r="18"/><path d="m12.5 20.5 5 5 10-11"/></svg>'
    : '<svg class="sign failed" viewBox="0 0 40 40" aria-hidden="true"><circle cx="20" cy="20" r="18"/><path d="m14.5 14.5 11 11m0-11-11 11"/></svg>';
}

const mark =
  '<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#2b4c8c"/><g stroke-linecap="round" stroke-width="4.4" fill="none"><path d="M11 5.5v21" stroke="#fbf8f3"/><path d="M21 5.5v21" stroke="#fbf8f3"/><path d="M11 8.5v5" stroke="#2b4c8c" stroke-width="7.6" stroke-linecap="butt"/><path d="M21 18.5v5" stroke="#2b4c8c" stroke-width="7.6" stroke-linecap="butt"/><path d="M5.5 11h21" stroke="#f2b632"/><path d="M5.5 21h21" stroke="#f2877c"/><path d="M18.5 11h5M8.5 21h5" stroke="#2b4c8c" stroke-width="7.6" stroke-linecap="butt"/><path d="M21 7.8v6.4M11 17.8v6.4" stroke="#fbf8f3" stroke-linecap="butt"/></g></svg>';

function page(title: string, body: string, nonce: string, data: Record<string, unknown>): string {
  // '<' is escaped so that no value can end the script element.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)} - Postloom</title>
<style nonce="${nonce}">${style}</style><script nonce="${nonce}">${theme}</script></head><body><header>${mark}<span>Postloom</span></header><main>${body}</main><script nonce="${nonce}">const data=${json};${script}</script></body></html>`;
}

/** The colors and the typeface of the web client, which serves its font under the same origin. */
const style = `@font-face{font-family:'Bricolage Grotesque';src:url('/fonts/bricolage-grotesque-latin.woff2') format('woff2');font-weight:400 700;font-display:optional}
:root{color-scheme:light;--paper:#fbf8f3;--cloth:#ffffff;--sunken:#f4efe7;--ink:#221d36;--muted:#655f78;--line:#e7e0d5;--woad:#2b4c8c;--woad-hover:#223d72;--woad-soft:#e9eef8;--on-woad:#ffffff;--madder:#b5342b;--moss:#2e6b48}
[data-theme=dark]{color-scheme:dark;--paper:#15131f;--cloth:#1e1b2b;--sunken:#191624;--ink:#f3efe8;--muted:#a9a3bc;--line:#332f45;--woad:#8fb0f2;--woad-hover:#a9c3f7;--woad-soft:#23294a;--on-woad:#15131f;--madder:#f2877c;--moss:#7cc79b}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;grid-template-rows:auto 1fr;background:var(--paper);color:var(--ink);font:16px/1.5 'Bricolage Grotesque',ui-sans-serif,system-ui,sans-serif;font-variant-numeric:tabular-nums}
header{display:flex;align-items:center;gap:.625rem;padding:1.25rem 1.5rem;font-size:1.125rem;font-weight:700;letter-spacing:-.02em}
main{align-self:center;justify-self:center;width:min(28rem,calc(100% - 2rem));margin:0 1rem 4rem;padding:2rem;background:var(--cloth);border:1px solid var(--line);border-radius:12px}
h1{margin:0 0 .375rem;font-size:1.5rem;line-height:1.2;letter-spacing:-.02em;text-wrap:balance}
p,li{margin:0;color:var(--muted);overflow-wrap:anywhere;text-wrap:pretty}ol{margin:1.25rem 0;padding-left:1.25rem;display:grid;gap:.5rem;font-size:.875rem}
.label{font-size:.875rem;font-weight:600;color:var(--ink)}code{display:block;margin-top:.375rem;padding:.5rem .75rem;background:var(--sunken);border:1px solid var(--line);border-radius:8px;font-size:.8125rem;overflow-wrap:anywhere}
button{width:100%;margin-top:1.5rem;min-height:44px;padding:0 1rem;border:0;border-radius:8px;background:var(--woad);color:var(--on-woad);font:inherit;font-weight:600;cursor:pointer}
button:hover{background:var(--woad-hover)}button:disabled{opacity:.6;cursor:default}
:focus-visible{outline:2px solid var(--woad);outline-offset:2px}
fieldset{border:0;margin:1.25rem 0 0;padding:0;display:grid;gap:.5rem;min-width:0}
label{display:flex;gap:.75rem;align-items:center;min-height:60px;padding:.5rem 1rem;border:1px solid var(--line);border-radius:8px;cursor:pointer}
label:hover{background:var(--sunken)}label:has(:checked){border-color:var(--woad);background:var(--woad-soft)}label:has(:focus-visible){outline:2px solid var(--woad);outline-offset:2px}
input{flex:none;width:18px;height:18px;margin:0;accent-color:var(--woad);outline:0}
.avatar{flex:none;width:40px;height:40px;display:grid;place-items:center;border-radius:50%;background:var(--sunken);border:1px solid var(--line);object-fit:cover;font-weight:600;color:var(--muted)}
.name{display:grid;min-width:0;font-weight:600;line-height:1.3;overflow-wrap:anywhere}small{font-size:.875rem;font-weight:400;color:var(--muted)}
.sign{width:40px;height:40px;margin-bottom:1rem;fill:none;stroke:currentColor;stroke-width:3;stroke-linecap:round;stroke-linejoin:round}.done{color:var(--moss)}.failed{color:var(--madder)}
.hidden{position:absolute;clip-path:inset(50%)}.notice{margin-top:.75rem;font-weight:600;color:var(--ink)}
#problem{color:var(--madder);font-size:.875rem}#problem:not(:empty){margin-top:.75rem}`;

/** As the web client chooses its theme, before the first paint. */
const theme = `let stored=null;try{stored=localStorage.getItem('postloom.theme')}catch{}
if(stored==='dark'||(stored==='system'&&matchMedia('(prefers-color-scheme: dark)').matches))document.documentElement.dataset.theme='dark';`;

/** Runs in the popup. The channel reaches the opening page even when the browser has severed the opener; the window's name says which business it is for. */
const script = `
const tell=(message)=>{const full={source:'postloom-social',window:window.name,...message};new BroadcastChannel('postloom-social').postMessage(full);if(window.opener)window.opener.postMessage(full,location.origin)};
document.getElementById('close')?.addEventListener('click',()=>window.close());
if(data.tell){tell(data.tell);if(data.close)setTimeout(()=>window.close(),1200)}
const read=(form,notice)=>{document.querySelector('h1').textContent=data.connected;const text=document.querySelector('h1+p');text.className='notice';text.textContent=notice;
const close=document.createElement('button');close.type='button';close.textContent='Close this window';close.addEventListener('click',()=>window.close());form.replaceWith(close);close.focus()};
document.getElementById('pick')?.addEventListener('submit',async(event)=>{event.preventDefault();
const problem=document.getElementById('problem');const button=event.target.querySelector('button');button.disabled=true;problem.textContent='';
try{const answer=await fetch(data.pick.url,{method:'POST',headers:{'content-type':'application/json','x-business-id':data.pick.businessId},body:JSON.stringify({pickToken:data.pick.token,remoteIds:[new FormData(event.target).get('account')]})});
const body=await answer.json();if(!answer.ok)throw new Error(body.message);tell({platform:data.platform,outcome:'connected'});
if(body.notice)read(event.target,body.notice);else window.close()}
catch(error){problem.textContent=error.message;button.disabled=false}});`;

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
