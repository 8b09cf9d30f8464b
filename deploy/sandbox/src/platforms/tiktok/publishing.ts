import type { Call } from '../../http/call.ts';
import type { Reply } from '../../http/reply.ts';
import type { Route } from '../../http/router.ts';
import type { Publication } from '../../store/ledger.ts';
import type { Account } from '../../world/accounts.ts';
import { longId } from '../../world/ids.ts';
import type { World } from '../../world/world.ts';
import { creator, envelope, invalidParam, limitRate, refuse } from './answers.ts';
import type { Creator } from './answers.ts';
import type { TikTokJobs } from './jobs.ts';

const dayMs = 86_400_000;

const mostPendingShares = 5;
const mostPhotos = 35;
const longestTitle = 90;
const longestDescription = 4000;

/** What the creator may do, starting a photo post, its status. */
export function tiktokPublishing(world: World, jobs: TikTokJobs): Route[] {
  return [
    {
      method: 'POST',
      path: '/tiktok/v2/post/publish/creator_info/query',
      kind: 'prepare',
      handle: (call) => creatorInfo(world, call),
    },
    {
      method: 'POST',
      path: '/tiktok/v2/post/publish/content/init',
      kind: 'publish',
      media: true,
      rejectsLater: true,
      handle: (call) => init(world, jobs, call),
    },
    {
      method: 'POST',
      path: '/tiktok/v2/post/publish/status/fetch',
      kind: 'status',
      handle: (call) => status(world, jobs, call),
    },
  ];
}

/** The privacy values that the account may choose from. */
function privacyOptions(account: Account): string[] {
  return account.kind === 'personal'
    ? ['FOLLOWER_OF_CREATOR', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY']
    : ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'];
}

function capReached(world: World, account: Account): boolean {
  if (world.settings.quotas === 'off') {
    return false;
  }
  return world.ledger.countSince('tiktok', account.id, Date.now() - dayMs) >= world.settings.tiktokPostsPerDay;
}

const tooManyPosts = 'The daily post cap from the API is reached for the current user.';

function creatorInfo(world: World, call: Call): Reply {
  const who = creator(world, call, 'video.publish');
  limitRate(world, who, 'creator_info', 20);
  // This one refuses with 200.
  if (capReached(world, who.account)) {
    return envelope({}, 'spam_risk_too_many_posts', tooManyPosts, 200);
  }
  return envelope({
    creator_avatar_url: world.avatar(who.account),
    creator_username: who.account.username,
    creator_nickname: who.account.name,
    privacy_level_options: privacyOptions(who.account),
    comment_disabled: false,
    duet_disabled: false,
    stitch_disabled: false,
    max_video_post_duration_sec: 600,
  });
}

type Fields = Readonly<Record<string, unknown>>;

function objectAt(value: unknown, name: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Fields;
  }
  return invalidParam(`${name} is required`);
}

function textAt(fields: Fields, name: string, longest: number): string {
  const value = fields[name];
  if (value === undefined || value === null) {
    return '';
  }
  if (typeof value !== 'string') {
    return invalidParam(`${name} must be a text`);
  }
  return value.length > longest ? invalidParam(`${name} is longer than ${longest} characters`) : value;
}

function photosOf(world: World, source: Fields): string[] {
  if (source['source'] !== 'PULL_FROM_URL') {
    return invalidParam('source must be PULL_FROM_URL for photos');
  }
  const images = source['photo_images'];
  if (!Array.isArray(images) || images.length === 0 || images.length > mostPhotos) {
    return invalidParam(`photo_images must be a list of 1 to ${mostPhotos} URLs`);
  }
  const cover = source['photo_cover_index'] ?? 0;
  if (typeof cover !== 'number' || !Number.isInteger(cover) || cover < 0 || cover >= images.length) {
    return invalidParam('photo_cover_index must name one of the photos');
  }
  return images.map((address: unknown) => {
    if (typeof address !== 'string' || !URL.canParse(address)) {
      return invalidParam('photo_images must be URLs');
    }
    if (!isVerified(world, address)) {
      return refuse(
        403,
        'url_ownership_unverified',
        'Please review our URL ownership verification rules at https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide#pull_from_url',
      );
    }
    return address;
  });
}

/** The address lies under a proven prefix: same scheme and host (any port when the prefix names none), path below. */
function isVerified(world: World, address: string): boolean {
  const url = new URL(address);
  return world.settings.tiktokVerifiedUrls.some((prefix) => {
    if (prefix === '*') {
      return true;
    }
    if (!URL.canParse(prefix)) {
      return false;
    }
    const own = new URL(prefix);
    const sameHost = own.port === '' ? own.hostname === url.hostname : own.host === url.host;
    return own.protocol === url.protocol && sameHost && url.pathname.startsWith(own.pathname);
  });
}

async function init(world: World, jobs: TikTokJobs, call: Call): Promise<Reply> {
  const body = objectAt(call.body.json, 'a JSON body');
  const mode = body['post_mode'];
  if (mode !== 'DIRECT_POST' && mode !== 'MEDIA_UPLOAD') {
    return invalidParam('post_mode must be DIRECT_POST or MEDIA_UPLOAD');
  }
  const who = creator(world, call, mode === 'DIRECT_POST' ? 'video.publish' : 'video.upload');
  limitRate(world, who, 'content init', 6);
  if (body['media_type'] !== 'PHOTO') {
    return invalidParam('media_type must be PHOTO');
  }
  const info = objectAt(body['post_info'], 'post_info');
  const urls = photosOf(world, objectAt(body['source_info'], 'source_info'));
  const title = textAt(info, 'title', longestTitle);
  const description = textAt(info, 'description', longestDescription);
  const privacy = mode === 'DIRECT_POST' ? privacyOf(world, who, info) : 'SELF_ONLY';
  if (mode === 'DIRECT_POST' && capReached(world, who.account)) {
    return refuse(403, 'spam_risk_too_many_posts', tooManyPosts);
  }
  if (
    mode === 'MEDIA_UPLOAD' &&
    world.settings.quotas === 'documented' &&
    jobs.pendingShares(who.account.id) >= mostPendingShares
  ) {
    return refuse(
      403,
      'spam_risk_too_many_pending_share',
      'There may be at most 5 pending shares within any 24-hour period.',
    );
  }
  const publishId = `p_${mode === 'DIRECT_POST' ? 'pub' : 'inbox'}_url~v2.${longId(Date.now())}`;
  await jobs.start({
    publishId,
    accountId: who.account.id,
    title,
    description,
    privacy,
    mode,
    urls,
    createdAt: world.tokenClock(),
    stuck: call.fault?.mode === 'processing_forever',
    rejected: call.fault?.mode === 'media_rejected',
    status: 'PROCESSING_DOWNLOAD',
    failReason: null,
    downloadedBytes: 0,
  });
  return envelope({ publish_id: publishId });
}

function privacyOf(world: World, who: Creator, info: Fields): string {
  const level = info['privacy_level'];
  if (typeof level !== 'string') {
    return invalidParam('privacy_level is required');
  }
  if (!world.settings.tiktokAudited && level !== 'SELF_ONLY') {
    return refuse(
      403,
      'unaudited_client_can_only_post_to_private_accounts',
      'Please review our integration guidelines at https://developers.tiktok.com/doc/content-sharing-guidelines/',
    );
  }
  if (!privacyOptions(who.account).includes(level)) {
    return refuse(403, 'privacy_level_option_mismatch', 'The privacy level is not among the options of the creator.');
  }
  if (info['brand_content_toggle'] === true && level === 'SELF_ONLY') {
    return invalidParam('Branded content cannot be SELF_ONLY');
  }
  return level;
}

function status(world: World, jobs: TikTokJobs, call: Call): Reply {
  const who = creator(world, call);
  limitRate(world, who, 'status', 30);
  const publishId = objectAt(call.body.json, 'a JSON body')['publish_id'];
  const job = typeof publishId === 'string' ? jobs.get(publishId) : undefined;
  if (!job) {
    return refuse(400, 'invalid_publish_id', 'The publish_id does not exist');
  }
  if (job.accountId !== who.account.id) {
    return refuse(400, 'token_not_authorized_for_specified_publish_id', 'The token does not belong to the post');
  }
  const post = world.ledger.findByRef('tiktok', 'publish', job.publishId);
  return envelope({
    status: post ? 'PUBLISH_COMPLETE' : job.status,
    ...(job.failReason === null ? {} : { fail_reason: job.failReason }),
    publicaly_available_post_id: post && isPublic(world, post) ? [BigInt(post.remoteId)] : [],
    uploaded_bytes: 0,
    downloaded_bytes: job.downloadedBytes,
  });
}

/** Everybody may see the post, and moderation is over. */
export function isPublic(world: World, post: Publication): boolean {
  return (
    post.privacy === undefined &&
    post.deletedAt === undefined &&
    Date.now() >= Date.parse(post.at) + world.settings.tiktokModerationMs
  );
}
