import type { Call } from '../../http/call.ts';
import { json } from '../../http/reply.ts';
import type { Reply } from '../../http/reply.ts';
import type { Route } from '../../http/router.ts';
import type { Account } from '../../world/accounts.ts';
import type { World } from '../../world/world.ts';
import { denied, invalidField, linkedInError, restCaller, roleAt, urnOf } from './answers.ts';

/** The organizations where the member has a role, and their names. */
export function linkedInOrganizations(world: World): Route[] {
  return [
    { method: 'GET', path: '/linkedin/rest/organizationAcls', kind: 'read', handle: (call) => roles(world, call) },
    { method: 'GET', path: '/linkedin/rest/organizations', kind: 'read', handle: (call) => batch(world, call) },
    { method: 'GET', path: '/linkedin/rest/organizations/:id', kind: 'read', handle: (call) => readOne(world, call) },
  ];
}

const organizationScopes = [
  'rw_organization_admin',
  'r_organization_admin',
  'w_organization_social',
  'r_organization_social',
];

function roles(world: World, call: Call): Reply {
  const { grant, member } = restCaller(world, call);
  if (!grant.scopes.some((scope) => organizationScopes.includes(scope))) {
    return denied(call, 'organizationAcls.FINDER-roleAssignee');
  }
  if (call.query.get('q') !== 'roleAssignee') {
    return invalidField('INVALID_VALUE_FOR_FIELD', 'q', 'q must be roleAssignee');
  }
  const role = call.query.get('role');
  const start = Math.max(0, Number(call.query.get('start') ?? 0) || 0);
  const count = Math.min(100, Math.max(1, Number(call.query.get('count') ?? 10) || 10));
  const state = call.query.get('state') ?? 'APPROVED';
  const all = world.accounts
    .list('linkedin')
    .map((organization) => ({ organization, role: roleAt(member, organization) }))
    .filter((row) => row.role !== null && (role === null || row.role === role) && state === 'APPROVED');
  return json({
    paging: { start, count, links: [], total: all.length },
    elements: all.slice(start, start + count).map((row) => ({
      role: row.role,
      organization: urnOf(row.organization),
      roleAssignee: urnOf(member),
      state: 'APPROVED',
    })),
  });
}

function fields(organization: Account): Record<string, unknown> {
  const asset = `urn:li:digitalmediaAsset:C4D0BAQ${organization.id}`;
  return {
    id: Number(organization.id),
    localizedName: organization.name,
    name: { localized: { en_US: organization.name }, preferredLocale: { country: 'US', language: 'en' } },
    vanityName: organization.username,
    localizedWebsite: '',
    logoV2: { original: asset, cropped: asset, cropInfo: { x: 0, y: 0, width: 0, height: 0 } },
    organizationType: 'PRIVATELY_HELD',
    primaryOrganizationType: 'NONE',
  };
}

function organizationOf(world: World, id: string): Account | undefined {
  const account = world.accounts.get('linkedin', id);
  return account && account.kind !== 'member' ? account : undefined;
}

function batch(world: World, call: Call): Reply {
  const { grant } = restCaller(world, call);
  if (!grant.scopes.some((scope) => organizationScopes.includes(scope))) {
    return denied(call, 'organizations.BATCH_GET');
  }
  const list = /^List\(([\d,]*)\)$/.exec(call.query.get('ids') ?? '');
  if (!list) {
    return invalidField('INVALID_VALUE_FOR_FIELD', 'ids', 'ids must be List(1,2,...)');
  }
  const results: Record<string, unknown> = {};
  const statuses: Record<string, number> = {};
  const errors: Record<string, unknown> = {};
  for (const id of (list[1] ?? '').split(',').filter((one) => one !== '')) {
    const organization = organizationOf(world, id);
    statuses[id] = organization ? 200 : 404;
    if (organization) {
      results[id] = fields(organization);
    } else {
      errors[id] = { status: 404, message: `Could not find entity with id ${id}` };
    }
  }
  return json({ results, statuses, errors });
}

function readOne(world: World, call: Call): Reply {
  const { grant } = restCaller(world, call);
  if (!grant.scopes.some((scope) => organizationScopes.includes(scope))) {
    return denied(call, 'organizations.GET');
  }
  const id = call.params['id'] ?? '';
  const organization = organizationOf(world, id);
  return organization
    ? json(fields(organization))
    : linkedInError(404, 'RESOURCE_NOT_FOUND', `Could not find organization ${id}`);
}
