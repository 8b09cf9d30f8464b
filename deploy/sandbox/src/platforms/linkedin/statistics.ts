import type { Call } from '../../http/call.ts';
import { json, Refusal } from '../../http/reply.ts';
import type { Reply } from '../../http/reply.ts';
import type { Route } from '../../http/router.ts';
import type { Publication } from '../../store/ledger.ts';
import type { Account } from '../../world/accounts.ts';
import { accountFigures, daysOf, followersAt } from '../../world/insights.ts';
import type { PostFigures } from '../../world/insights.ts';
import type { World } from '../../world/world.ts';
import {
  accountOf,
  denied,
  invalidField,
  readableOrganization,
  restCaller,
  roleAt,
  tooMany,
  urnOf,
} from './answers.ts';

const DAY_MS = 86_400_000;
/** The development tier of Community Management: calls of a member, and of all members of an app, in a UTC day. */
const callsPerDay = { member: 100, app: 500 } as const;

/** Figures of organizations (posts, followers, visits), of members' posts, and the public counts. */
export function linkedInStatistics(world: World): Route[] {
  const get = (path: string, handle: (call: Call) => Reply): Route => ({
    method: 'GET',
    path: `/linkedin/rest/${path}`,
    kind: 'read',
    handle: (call) => {
      countCall(world, call);
      return handle(call);
    },
  });
  return [
    get('organizationalEntityShareStatistics', (call) => shareStatistics(world, call)),
    get('organizationalEntityFollowerStatistics', (call) => followerStatistics(world, call)),
    get('organizationPageStatistics', (call) => pageStatistics(world, call)),
    get('networkSizes/:urn', (call) => networkSize(world, call)),
    get('memberCreatorPostAnalytics', (call) => memberAnalytics(world, call)),
    get('memberFollowersCount', (call) => memberFollowers(world, call)),
    get('socialMetadata/:urn', (call) => socialMetadata(world, call)),
  ];
}

/** Refuses with 429 beyond either quota. */
function countCall(world: World, call: Call): void {
  const { member } = restCaller(world, call);
  if (world.settings.quotas === 'off') {
    return;
  }
  const ofMember = world.calls.take(`linkedin ${member.id} statistics`, callsPerDay.member, DAY_MS);
  if (!ofMember || !world.calls.take('linkedin statistics', callsPerDay.app, DAY_MS)) {
    throw new Refusal(tooMany());
  }
}

/** The organization that the finder's parameter of the same name asks about, which the caller administers. */
function administered(world: World, call: Call, resource: string, finder: string): Account {
  const who = restCaller(world, call);
  const action = `${resource}.FINDER-${finder}`;
  const asked = call.query.get(finder) ?? '';
  const organization = readableOrganization(world, call, who, asked, 'rw_organization_admin', action);
  if (roleAt(who.member, organization) !== 'ADMINISTRATOR') {
    return denied(call, action);
  }
  if (call.query.get('q') !== finder) {
    return invalidField('INVALID_VALUE_FOR_FIELD', 'q', `q must be ${finder}`);
  }
  return organization;
}

/** `List(a,b)` or the indexed form `name[0]=a&name[1]=b`; null when the parameter is not there. */
function listParameter(call: Call, name: string): string[] | null {
  const list = /^List\((.*)\)$/.exec(call.query.get(name) ?? '');
  if (list) {
    return (list[1] ?? '')
      .split(',')
      .map((urn) => urn.trim())
      .filter((urn) => urn !== '');
  }
  const indexed = [...call.query]
    .filter(([key]) => new RegExp(`^${name}\\[\\d+\\]$`).test(key))
    .map(([, value]) => value);
  return indexed.length > 0 ? indexed : null;
}

/** `(timeRange:(start:1,end:2),timeGranularityType:DAY)`: twelve months back at most; null when it is not there. */
function intervals(world: World, call: Call): { from: number; to: number }[] | null {
  const text = call.query.get('timeIntervals');
  if (text === null) {
    return null;
  }
  const match = /timeRange:\(start:(\d+)(?:,end:(\d+))?\)/.exec(text);
  const granularity = /timeGranularityType:(DAY|MONTH)/.exec(text);
  if (!match || !granularity) {
    return invalidField('INVALID_VALUE_FOR_FIELD', 'timeIntervals', 'timeIntervals is malformed');
  }
  const now = world.tokenClock();
  const from = Math.max(Number(match[1]), now - 366 * 86_400_000);
  const to = Math.min(Number(match[2] ?? now), now);
  return daysOf(from, to, 367).map((day) => ({ from: day.from, to: Math.min(day.to, now) }));
}

/** From before an organization's first post until now. */
function lifetime(world: World, organization: Account): { from: number; to: number } {
  return { from: Date.parse(organization.createdAt) - 366 * 86_400_000, to: world.tokenClock() };
}

function totals(figures: PostFigures): Record<string, number> {
  const interactions = figures.clicks + figures.likes + figures.comments + figures.shares;
  return {
    impressionCount: figures.views,
    uniqueImpressionsCount: figures.reach,
    clickCount: figures.clicks,
    likeCount: figures.likes,
    commentCount: figures.comments,
    shareCount: figures.shares,
    engagement: figures.views === 0 ? 0 : interactions / figures.views,
  };
}

function shareStatistics(world: World, call: Call): Reply {
  const organization = administered(world, call, 'organizationalEntityShareStatistics', 'organizationalEntity');
  const urn = urnOf(organization);
  const elements: Record<string, unknown>[] = [];
  const asked = [
    ...(listParameter(call, 'shares') ?? []).map((id) => ['share', id] as const),
    ...(listParameter(call, 'ugcPosts') ?? []).map((id) => ['ugcPost', id] as const),
  ];
  for (const [kind, id] of asked) {
    const post = world.post(organization, id);
    if (!post) {
      continue;
    }
    const figures = world.figures(organization, post);
    // A post that nobody has seen yet is left out, which means zeros.
    if (figures.views > 0) {
      elements.push({ organizationalEntity: urn, [kind]: id, totalShareStatistics: totals(figures) });
    }
  }
  if (asked.length === 0) {
    const posts = world.posts(organization);
    const days = intervals(world, call);
    for (const { from, to } of days ?? [lifetime(world, organization)]) {
      const figures = accountFigures(organization, posts, from, to);
      elements.push({
        organizationalEntity: urn,
        totalShareStatistics: totals(figures),
        ...(days ? { timeRange: { start: from, end: to } } : {}),
      });
    }
  }
  return json({ paging: { start: 0, count: 10, links: [] }, elements });
}

function followerStatistics(world: World, call: Call): Reply {
  const organization = administered(world, call, 'organizationalEntityFollowerStatistics', 'organizationalEntity');
  const urn = urnOf(organization);
  const elements = (intervals(world, call) ?? []).map(({ from, to }) => ({
    organizationalEntity: urn,
    timeRange: { start: from, end: to },
    followerGains: {
      organicFollowerGain: followersAt(organization, to) - followersAt(organization, from),
      paidFollowerGain: 0,
    },
  }));
  return json({ paging: { start: 0, count: 10, links: [] }, elements });
}

function pageStatistics(world: World, call: Call): Reply {
  const organization = administered(world, call, 'organizationPageStatistics', 'organization');
  const urn = urnOf(organization);
  const posts = world.posts(organization);
  const windows = intervals(world, call) ?? [lifetime(world, organization)];
  const elements = windows.map(({ from, to }) => {
    const { profileVisits } = accountFigures(organization, posts, from, to);
    return {
      organization: urn,
      timeRange: { start: from, end: to },
      totalPageStatistics: { views: { allPageViews: { pageViews: profileVisits } } },
    };
  });
  return json({ paging: { start: 0, count: 10, links: [] }, elements });
}

function networkSize(world: World, call: Call): Reply {
  const who = restCaller(world, call);
  if (call.query.get('edgeType') !== 'COMPANY_FOLLOWED_BY_MEMBER') {
    return invalidField('INVALID_VALUE_FOR_FIELD', 'edgeType', 'edgeType must be COMPANY_FOLLOWED_BY_MEMBER');
  }
  const organization = accountOf(world, call.params['urn'] ?? '');
  if (!organization || organization.kind === 'member') {
    return invalidField('INVALID_URN_ID', 'urn', 'not an organization URN');
  }
  if (!who.grant.scopes.some((scope) => scope.includes('organization'))) {
    return denied(call, 'networkSizes.GET');
  }
  return json({ firstDegreeSize: world.followers(organization) });
}

const memberMetrics: Readonly<Record<string, (figures: PostFigures) => number>> = {
  IMPRESSION: (figures) => figures.views,
  MEMBERS_REACHED: (figures) => figures.reach,
  REACTION: (figures) => figures.likes,
  COMMENT: (figures) => figures.comments,
  RESHARE: (figures) => figures.shares,
  POST_SAVE: (figures) => figures.saves,
  LINK_CLICKS: (figures) => figures.clicks,
};

function memberAnalytics(world: World, call: Call): Reply {
  const { grant, member } = restCaller(world, call);
  if (!grant.scopes.includes('r_member_postAnalytics')) {
    return denied(call, 'memberCreatorPostAnalytics.FINDER-entity');
  }
  const type = call.query.get('queryType') ?? '';
  const value = memberMetrics[type];
  if (!value) {
    return invalidField(
      'INVALID_VALUE_FOR_FIELD',
      'queryType',
      `queryType must be one of ${Object.keys(memberMetrics).join(', ')}`,
    );
  }
  if ((call.query.get('aggregation') ?? 'TOTAL') !== 'TOTAL') {
    return invalidField('INVALID_VALUE_FOR_FIELD', 'aggregation', 'only TOTAL is offered here');
  }
  let posts: readonly Publication[] = world.posts(member);
  if (call.query.get('q') === 'entity') {
    const entity = /^\((?:share|ugc):(.+)\)$/.exec(call.query.get('entity') ?? '');
    const post = entity && world.post(member, entity[1] ?? '');
    if (!post) {
      return invalidField('INVALID_URN_ID', 'entity', 'entity is no post of the member');
    }
    posts = [post];
  } else if (call.query.get('q') !== 'me') {
    return invalidField('INVALID_VALUE_FOR_FIELD', 'q', 'q must be entity or me');
  }
  const count = posts.reduce((sum, post) => sum + value(world.figures(member, post)), 0);
  return json({
    paging: { start: 0, count: 10, links: [] },
    elements: [
      {
        count,
        metricType: { 'com.linkedin.adsexternalapi.memberanalytics.v1.CreatorPostAnalyticsMetricTypeV1': type },
      },
    ],
  });
}

function memberFollowers(world: World, call: Call): Reply {
  const { grant, member } = restCaller(world, call);
  if (!grant.scopes.includes('r_member_profileAnalytics')) {
    return denied(call, 'memberFollowersCount.FINDER-me');
  }
  if (call.query.get('q') !== 'me') {
    return invalidField('INVALID_VALUE_FOR_FIELD', 'q', 'q must be me');
  }
  return json({
    paging: { start: 0, count: 10, links: [] },
    elements: [{ memberFollowersCount: world.followers(member) }],
  });
}

function socialMetadata(world: World, call: Call): Reply {
  const who = restCaller(world, call);
  const urn = call.params['urn'] ?? '';
  const authors = [who.member, ...world.accounts.list('linkedin').filter((one) => roleAt(who.member, one) !== null)];
  for (const author of authors) {
    const post = world.post(author, urn);
    if (!post) {
      continue;
    }
    // A member's own posts need r_member_social, which LinkedIn no longer grants.
    if (author.kind === 'member' || !who.grant.scopes.includes('r_organization_social')) {
      break;
    }
    const { likes, comments } = world.figures(author, post);
    return json({
      entity: urn,
      author: urnOf(author),
      reactionSummaries: likes > 0 ? { LIKE: { reactionType: 'LIKE', count: likes } } : {},
      commentSummary: { count: comments, topLevelCount: comments },
      commentsState: 'OPEN',
    });
  }
  return denied(call, 'socialMetadata.GET');
}
