import { html } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import type { Route } from '../http/router.ts';
import { definitions, platformNames } from '../platforms/definitions.ts';
import type { Publication } from '../store/ledger.ts';
import type { World } from '../world/world.ts';
import { escapeHtml, page } from './style.ts';

/** The pages that permalinks lead to. */
export function postPages(world: World): Route[] {
  return platformNames.flatMap((platform) => {
    const { postPages: paths, postPageRef: ref } = definitions[platform];
    const find = (id: string): Publication | undefined =>
      (ref === undefined ? undefined : world.ledger.findByRef(platform, ref, id)) ?? world.ledger.find(platform, id);
    return paths.map((path): Route => ({
      method: 'GET',
      path,
      handle: (call) => postPage(find(call.params['id'] ?? '')),
    }));
  });
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
  const label = definitions[post.platform].label;
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
