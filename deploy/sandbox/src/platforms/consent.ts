import { html, redirect } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import type { Call } from '../http/call.ts';
import { escapeHtml, page } from '../page/style.ts';
import type { PlatformName } from './definitions.ts';
import type { Account } from '../world/accounts.ts';
import type { World } from '../world/world.ts';

/** How one platform asks for consent. */
export interface ConsentRules {
  readonly platform: PlatformName;
  /** The platform's name as people know it. */
  readonly label: string;
  readonly clientId: string;
  /** Name of the parameter that carries it; `client_id` unless given. */
  readonly clientIdName?: string;
  readonly scopeSeparator: ',' | ' ';
  /** Scopes that the platform knows; it refuses to ask for others. */
  readonly scopes: readonly string[];
  /** Scopes that it knows and this app lacks; asking for one redirects back with `lacking`. */
  readonly lacks?: () => readonly string[];
  readonly lacking?: Readonly<Record<string, string>>;
  /** The person takes all permissions or none; elsewhere single ones can be unticked. */
  readonly allOrNothing?: boolean;
  /** Several accounts may be ticked; otherwise one is chosen. */
  readonly several: boolean;
  /** Whether the account can be connected; by default all but personal accounts. */
  readonly mayChoose?: (account: Account) => boolean;
  /** Whether the account is on the page at all. */
  readonly isListed?: (account: Account) => boolean;
  /** What stands below the account's name on the page; by default its handle. */
  readonly handle?: (account: Account) => string;
  /** What the page says of a personal account; by default that apps cannot use it. */
  readonly personal?: string;
  /** The kind of account that is taken when nobody chose; `business` by default. */
  readonly usual?: Account['kind'];
  /** Creates the account that a script names when none has that name. */
  readonly create?: (name: string) => Promise<Account>;
  /** The account that a script means by this one, such as the member behind an organization. */
  readonly standsFor?: (account: Account) => Account | undefined;
  /** Query of the redirect when the person cancels. */
  readonly denial: Readonly<Record<string, string>>;
  /** Appended to the redirect after success (`#_` at Meta). */
  readonly tail: string;
  /** Extra check of the authorize request; a sentence when it is wrong. */
  readonly check?: (query: URLSearchParams) => string | null;
}

/** What the person agreed to. */
export interface Consented {
  readonly accounts: readonly Account[];
  readonly scopes: readonly string[];
  readonly declined: readonly string[];
  readonly redirectUri: string;
}

/**
 * Answers an authorize request: a form (GET), or the decision (POST, or GET with `sandbox_approve=1`). `issue` makes the
 * parameters of the redirect (above all the code). With `sandbox_approve=1` the first usable account is taken, or the one
 * that `sandbox_account` names, which is created when nobody has that name; for Facebook `sandbox_account=*` takes every Page.
 */
export async function consent(
  world: World,
  rules: ConsentRules,
  call: Call,
  issue: (consented: Consented) => Promise<Readonly<Record<string, string>>>,
): Promise<Reply> {
  const query = call.query;
  const problem = requestProblem(rules, query);
  if (problem !== null) {
    return errorPage(rules, problem);
  }
  const redirectUri = query.get('redirect_uri') ?? '';
  const state = query.get('state');
  const asked = scopesOf(rules, query);
  const back = (parameters: Readonly<Record<string, string>>, tail: string): Reply => {
    const target = new URL(redirectUri);
    for (const [name, value] of Object.entries(parameters)) {
      target.searchParams.set(name, value);
    }
    if (state !== null) {
      target.searchParams.set('state', state);
    }
    return redirect(`${target.href}${tail}`);
  };
  const lacked = rules.lacks?.() ?? [];
  if (rules.lacking && asked.some((scope) => lacked.includes(scope))) {
    return back(rules.lacking, '');
  }

  if (query.get('sandbox_approve') === '1') {
    const accounts = await scriptedAccounts(world, rules, query.get('sandbox_account'));
    if (accounts.length === 0) {
      return errorPage(rules, 'There is no account that could be connected.');
    }
    return back(await issue({ accounts, scopes: asked, declined: [], redirectUri }), rules.tail);
  }
  if (call.method !== 'POST') {
    return html(form(world, rules, query, asked));
  }
  if (call.body.fields['decision'] !== 'allow') {
    return back(rules.denial, '');
  }
  const accounts = listed(world, rules)
    .filter((account) => mayChoose(rules, account))
    .filter((account) =>
      rules.several ? call.body.fields[`account_${account.id}`] === 'on' : call.body.fields['account'] === account.id,
    );
  if (accounts.length === 0) {
    return html(form(world, rules, query, asked, 'Choose what to connect first.'), 400);
  }
  const scopes = asked.filter((scope) => rules.allOrNothing === true || call.body.fields[`scope_${scope}`] === 'on');
  const declined = asked.filter((scope) => !scopes.includes(scope));
  return back(await issue({ accounts, scopes, declined, redirectUri }), rules.tail);
}

function requestProblem(rules: ConsentRules, query: URLSearchParams): string | null {
  const idName = rules.clientIdName ?? 'client_id';
  if (query.get(idName) !== rules.clientId) {
    return `The ${idName} is not that of an app known here.`;
  }
  if (query.get('response_type') !== 'code') {
    return 'response_type must be code.';
  }
  const redirectUri = query.get('redirect_uri') ?? '';
  if (
    !URL.canParse(redirectUri) ||
    !/^https?:$/.test(new URL(redirectUri).protocol) ||
    new URL(redirectUri).hash !== ''
  ) {
    return 'redirect_uri must be an absolute http address without a fragment.';
  }
  const scopes = scopesOf(rules, query);
  if (scopes.length === 0) {
    return 'No scope was asked for.';
  }
  const unknown = scopes.find((scope) => !rules.scopes.includes(scope));
  if (unknown !== undefined) {
    return `Invalid scope: ${unknown}.`;
  }
  return rules.check?.(query) ?? null;
}

function scopesOf(rules: ConsentRules, query: URLSearchParams): string[] {
  const separator = rules.scopeSeparator === ',' ? /[,\s]+/ : /\s+/;
  return [...new Set((query.get('scope') ?? '').split(separator).filter((scope) => scope !== ''))];
}

async function scriptedAccounts(world: World, rules: ConsentRules, name: string | null): Promise<Account[]> {
  const usable = listed(world, rules).filter((account) => account.kind === (rules.usual ?? 'business'));
  if (name === null || name === '') {
    return usable.slice(0, 1);
  }
  if (name === '*' && rules.several) {
    return listed(world, rules).filter((account) => mayChoose(rules, account));
  }
  const found = world.accounts.find(rules.platform, name);
  const meant = found && rules.standsFor ? rules.standsFor(found) : found;
  if (meant) {
    return [meant];
  }
  return [await (rules.create?.(name) ?? world.accounts.create({ platform: rules.platform, name }))];
}

function mayChoose(rules: ConsentRules, account: Account): boolean {
  return rules.mayChoose?.(account) ?? account.kind !== 'personal';
}

function listed(world: World, rules: ConsentRules): Account[] {
  return world.accounts.list(rules.platform).filter((account) => rules.isListed?.(account) ?? true);
}

function form(
  world: World,
  rules: ConsentRules,
  query: URLSearchParams,
  scopes: readonly string[],
  problem = '',
): string {
  const accounts = listed(world, rules);
  const first = accounts.find((account) => account.kind === (rules.usual ?? 'business'));
  const rows = accounts.map((account) => {
    const usable = mayChoose(rules, account);
    const name = rules.several ? `account_${account.id}` : 'account';
    const attributes = [
      `type="${rules.several ? 'checkbox' : 'radio'}"`,
      `name="${escapeHtml(name)}"`,
      `value="${rules.several ? 'on' : escapeHtml(account.id)}"`,
      usable ? '' : 'disabled',
      account === first ? 'checked' : '',
    ].join(' ');
    return `<label class="row${usable ? '' : ' off'}"><input ${attributes}>
      <img src="/sandbox/avatars/${account.platform}/${account.id}.png" alt="" width="40" height="40">
      <span><strong>${escapeHtml(account.name)}</strong><br><span class="muted small">${escapeHtml(detail(world, rules, account))}</span></span></label>`;
  });
  const permissions = scopes.map(
    (scope) =>
      `<label class="row slim"><input type="checkbox" name="scope_${escapeHtml(scope)}" checked${rules.allOrNothing === true ? ' disabled' : ''}><code>${escapeHtml(scope)}</code></label>`,
  );
  const action = escapeHtml(`?${query.toString()}`);
  return page(
    `Connect ${rules.label}`,
    `<div class="weave"></div><main class="consent"><p class="tag">Sandbox</p>
    <h1>Connect ${escapeHtml(rules.label)} to Postloom?</h1>
    <p class="muted">This page stands in for ${escapeHtml(rules.label)}. Nothing leaves this computer.</p>
    <form class="card" method="post" action="${action}">
    ${problem === '' ? '' : `<p class="problem" role="alert">${escapeHtml(problem)}</p>`}
    <fieldset><legend>${rules.several ? 'Choose Pages' : 'Choose an account'}</legend>${rows.join('')}</fieldset>
    <fieldset><legend>Postloom will be able to use</legend>${permissions.join('')}</fieldset>
    <div class="actions"><button class="primary" name="decision" value="allow">Allow</button>
    <button name="decision" value="cancel">Cancel</button></div></form></main>`,
    `.consent{max-width:520px;margin:0 auto;padding:32px 16px}.consent h1{font-size:28px;margin:8px 0}
    .consent form{padding:20px;margin-top:16px}fieldset{border:0;padding:0;margin:0 0 16px}legend{font-weight:600;padding:0;margin-bottom:8px}
    .row{display:flex;gap:12px;align-items:center;padding:8px;border-radius:8px;cursor:pointer}.row:hover{background:var(--weft)}
    .row img{border-radius:50%;flex:none}.row.off{opacity:.6;cursor:default}.slim{padding:4px 8px}.actions{display:flex;gap:8px}
    .problem{color:var(--madder);font-weight:600;margin-top:0}code{font-size:14px;overflow-wrap:anywhere}`,
  );
}

function detail(world: World, rules: ConsentRules, account: Account): string {
  const handle = rules.handle?.(account) ?? `@${account.username}`;
  switch (account.kind) {
    case 'business':
      return `${handle} · ${account.followers.toLocaleString('en')} followers`;
    case 'analyst':
      return `${handle} · you may read this Page, not post on it`;
    case 'member': {
      const organizations = world.accounts.list(account.platform).filter((other) => other.owner === account.id);
      return ['member', ...organizations.map((organization) => organization.name)].join(' · ');
    }
    case 'personal':
      return `${handle} · ${rules.personal ?? 'personal account, not available to apps'}`;
  }
}

function errorPage(rules: ConsentRules, message: string): Reply {
  return html(
    page(
      `${rules.label}: invalid request`,
      `<div class="weave"></div><main style="max-width:520px;margin:0 auto;padding:32px 16px"><p class="tag">Sandbox</p>
      <h1 style="font-size:28px;margin:8px 0">${escapeHtml(rules.label)} can't ask for this</h1><p>${escapeHtml(message)}</p></main>`,
    ),
    400,
  );
}
