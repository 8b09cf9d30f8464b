import { platformRules } from '@postloom/contracts';
import type { OauthFinish, OauthStart, Platform } from '@postloom/contracts';

/**
 * The pages of the connect popup. They notify the opener (own origin only) that the sign-in has ended; the opener then asks the server what
 * is connected, so a forged message changes nothing.
 */
export function pagePolicy(nonce: string): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; img-src https: http: data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
    // A page that returns from another origin keeps its opener only without an opener policy of its own.
    'cross-origin-opener-policy': 'unsafe-none',
  };
}

type Finished = Exclude<OauthFinish, { outcome: 'pick' }>;
type Pick = Extract<OauthFinish, { outcome: 'pick' }>;
type Setup = Extract<OauthStart, { setupRequired: true }>;

export function outcomePage(outcome: Finished, nonce: string): string {
  const name = platformRules[outcome.platform].name;
  const connected = outcome.outcome === 'connected';
  const title = connected ? `${name} is connected` : 'Connection Failed';
  const sentence = connected
    ? `${outcome.accounts.map((account) => account.accountName).join(', ')} can now be chosen when you schedule a post.`
    : outcome.reason;
  return page(
    title,
    `<h1>${escape(title)}</h1><p>${escape(sentence)}</p><p><button type="button" id="close">Close this window</button></p>`,
    nonce,
    {
      tell: {
        platform: outcome.platform,
        outcome: outcome.outcome,
        ...(outcome.outcome === 'failed' ? { reason: outcome.reason } : {}),
      },
      close: connected,
    },
  );
}

export function pickPage(outcome: Pick, nonce: string): string {
  const name = platformRules[outcome.platform].name;
  const choices = outcome.offered
    .map(
      (account, index) =>
        `<label><input type="radio" name="account" value="${escape(account.remoteId)}"${index === 0 ? ' checked' : ''}><span>${escape(account.name)}</span></label>`,
    )
    .join('');
  return page(
    `Choose an account on ${name}`,
    `<h1>Choose an account on ${escape(name)}</h1><p>Postloom publishes to the one you choose.</p><form id="pick"><fieldset><legend class="hidden">Accounts</legend>${choices}</fieldset><p id="problem" role="alert"></p><button type="submit">Connect this account</button></form>`,
    nonce,
    { pick: { url: `/api/social/${outcome.platform}/pick`, token: outcome.pickToken }, platform: outcome.platform },
  );
}

export function setupPage(platform: Platform, setup: Setup, nonce: string): string {
  const name = platformRules[platform].longName;
  const steps = setup.instructions.steps.map((step) => `<li>${escape(step)}</li>`).join('');
  return page(
    'Setup Required',
    `<h1>Setup Required</h1><p>${escape(name)} needs app credentials on this installation before accounts can be connected.</p><ol>${steps}</ol><p>Redirect URL to whitelist:<br><code>${escape(setup.redirectUri)}</code></p><p><button type="button" id="close">Close this window</button></p>`,
    nonce,
    { tell: { platform, outcome: 'setup_required' } },
  );
}

function page(title: string, body: string, nonce: string, data: Record<string, unknown>): string {
  // '<' is escaped so that no value can end the script element.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)} - Postloom</title>
<style nonce="${nonce}">${style}</style></head><body><main>${body}</main><script nonce="${nonce}">const data=${json};${script}</script></body></html>`;
}

const style = `:root{color-scheme:light dark;--page:light-dark(#FBF8F3,#15131F);--cloth:light-dark(#fff,#1E1B2B);--ink:light-dark(#221D36,#F3EFE8);--muted:light-dark(#655F78,#A9A3BC);--line:light-dark(#E7E0D5,#332F45);--woad:light-dark(#2B4C8C,#8FB0F2);--on:light-dark(#fff,#15131F);--madder:light-dark(#B5342B,#F2877C)}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--page);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{width:min(28rem,calc(100% - 2rem));box-sizing:border-box;margin:1rem;padding:2rem;background:var(--cloth);border:1px solid var(--line);border-radius:12px}
h1{margin:0 0 .5rem;font-size:22px;letter-spacing:-.01em}p,li{color:var(--muted);overflow-wrap:anywhere}code{color:var(--ink)}
button{font:inherit;min-height:44px;padding:0 1rem;border:0;border-radius:8px;background:var(--woad);color:var(--on);cursor:pointer}
:focus-visible{outline:2px solid var(--woad);outline-offset:2px}fieldset{border:0;margin:1rem 0;padding:0;display:grid;gap:.5rem}
label{display:flex;gap:.75rem;align-items:center;min-height:44px;padding:0 1rem;border:1px solid var(--line);border-radius:8px}
.hidden{position:absolute;clip-path:inset(50%)}#problem{color:var(--madder);margin:0 0 .5rem}`;

/** Runs in the popup. The channel reaches the opening page even when the browser has severed the opener. */
const script = `
const tell=(message)=>{const full={source:'postloom-social',...message};new BroadcastChannel('postloom-social').postMessage(full);if(window.opener)window.opener.postMessage(full,location.origin)};
document.getElementById('close')?.addEventListener('click',()=>window.close());
if(data.tell){tell(data.tell);if(data.close)setTimeout(()=>window.close(),1200)}
document.getElementById('pick')?.addEventListener('submit',async(event)=>{event.preventDefault();
const problem=document.getElementById('problem');const button=event.target.querySelector('button');button.disabled=true;problem.textContent='';
try{const answer=await fetch(data.pick.url,{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({pickToken:data.pick.token,remoteIds:[new FormData(event.target).get('account')]})});
const body=await answer.json();if(!answer.ok)throw new Error(body.message);tell({platform:data.platform,outcome:'connected'});window.close()}
catch(error){problem.textContent=error.message;button.disabled=false}});`;

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
