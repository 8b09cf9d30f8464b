import { html } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import type { Route } from '../http/router.ts';
import type { PlatformName, Publication } from '../store/ledger.ts';
import type { World } from '../world/world.ts';
import { escapeHtml, page } from './style.ts';

/** The platforms' names as people know them. */
export const platformLabels: Readonly<Record<PlatformName, string>> = {
  instagram: 'Instagram',
  facebook: 'Facebook',
  twitter: 'X',
  linkedin: 'LinkedIn',
  tiktok: 'TikTok',
};

/** The pages that permalinks lead to. */
export function postPages(world: World): Route[] {
  const get = (path: string, find: (params: Readonly<Record<string, string>>) => Publication | undefined): Route => ({
    method: 'GET',
    path,
    handle: (call) => postPage(find(call.params)),
  });
  const instagram = (p: Readonly<Record<string, string>>): Publication | undefined =>
    world.ledger.findByRef('instagram', 'shortcode', p['id'] ?? '') ?? world.ledger.find('instagram', p['id'] ?? '');
  const facebook = (p: Readonly<Record<string, string>>): Publication | undefined =>
    world.ledger.find('facebook', p['id'] ?? '');
  const twitter = (p: Readonly<Record<string, string>>): Publication | undefined =>
    world.ledger.find('twitter', p['id'] ?? '');
  return [
    get('/instagram/p/:id', instagram),
    get('/facebook/p/:id', facebook),
    get('/facebook/:id', facebook),
    get('/linkedin/feed/update/:id', (p) => world.ledger.find('linkedin', p['id'] ?? '')),
    get('/tiktok/:username/photo/:id', (p) => world.ledger.find('tiktok', p['id'] ?? '')),
    get('/tiktok/:username/video/:id', (p) => world.ledger.find('tiktok', p['id'] ?? '')),
    get('/x/p/:id', twitter),
    get('/x/:username/status/:id', twitter),
    get('/x/:username/status/:id/photo/:n', twitter),
    get('/x/i/web/status/:id', twitter),
  ];
}

function postPage(post: Publication | undefined): Reply {
  if (!post) {
    return html(shell('Post not found', '<h1>No such post</h1><p>The sandbox knows no post at this address.</p>'), 404);
  }
  if (post.deletedAt !== undefined) {
    return html(
      shell(
        'Post deleted',
        `<h1>This post was deleted</h1><p class="muted">Deleted at ${escapeHtml(post.deletedAt)}.</p>`,
      ),
      410,
    );
  }
  const pictures = post.media.map((media, index) => {
    const alt = escapeHtml(post.altTexts?.[index] ?? '');
    return `<img src="/sandbox/media/${media.sha256}" alt="${alt}" width="${media.width}" height="${media.height}">`;
  });
  const label = platformLabels[post.platform];
  return html(
    shell(
      `${post.accountName} on ${label}`,
      `<article class="card"><header><img src="/sandbox/avatars/${post.platform}/${escapeHtml(post.accountId)}.png" alt="" width="40" height="40">
      <div><h1>${escapeHtml(post.accountName)}</h1><span class="muted small">${escapeHtml(label)}</span></div><span class="tag">Sandbox</span></header>
      ${pictures.join('')}<p class="text">${escapeHtml(post.text)}</p>
      <footer class="muted small num"><time datetime="${escapeHtml(post.at)}">${escapeHtml(post.at)}</time> · id ${escapeHtml(post.remoteId)}</footer></article>
      <p><a href="/">All that the sandbox published</a></p>`,
    ),
  );
}

function shell(title: string, body: string): string {
  return page(
    title,
    `<div class="weave"></div><main class="post">${body}</main>`,
    `.post{max-width:560px;margin:0 auto;padding:32px 16px}.post h1{font-size:18px}.post article{overflow:hidden}
    .post header{display:flex;gap:12px;align-items:center;padding:16px}.post header img{border-radius:50%}.post header .tag{margin-left:auto}
    .post article>img{display:block;width:100%;height:auto;border-top:1px solid var(--line)}
    .post .text{white-space:pre-wrap;overflow-wrap:anywhere;padding:16px;margin:0}.post footer{padding:0 16px 16px}`,
  );
}
