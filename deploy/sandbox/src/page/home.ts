import { page } from './style.ts';
import { homeScript } from './home-script.ts';

const homeStyle = `
header.top{display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center;padding:20px 24px;max-width:1360px;margin:0 auto}
header.top h1{font-size:28px}header.top p{margin:0}header.top .right{margin-left:auto;display:flex;gap:8px;align-items:center;flex-wrap:wrap}
.layout{display:grid;gap:24px;grid-template-columns:minmax(0,1fr) 400px;max-width:1360px;margin:0 auto;padding:0 24px 48px}
@media (max-width:1000px){.layout{grid-template-columns:minmax(0,1fr)}}
section>h2{font-size:18px;margin:0 0 12px;display:flex;gap:8px;align-items:baseline}
.posts{display:grid;gap:16px;grid-template-columns:repeat(auto-fill,minmax(240px,1fr));align-items:start}
.postcard{overflow:hidden;display:flex;flex-direction:column}.postcard .pic{aspect-ratio:4/3;background:var(--weft);position:relative}
.postcard .pic img{position:absolute;inset:0;width:100%;height:100%;object-fit:cover;display:block}.postcard .many{position:absolute;right:8px;top:8px;background:var(--cloth)}
.postcard .body{padding:12px 16px 16px;display:flex;flex-direction:column;gap:8px;flex:1}
.postcard p{margin:0;white-space:pre-wrap;overflow-wrap:anywhere;display:-webkit-box;-webkit-line-clamp:5;-webkit-box-orient:vertical;overflow:hidden}
.who{display:flex;gap:8px;align-items:center}.who img{border-radius:50%}.postcard .foot{margin-top:auto;display:flex;justify-content:space-between;gap:8px}
.gone{opacity:.6}.gone p{text-decoration:line-through}
.stack{display:grid;grid-template-columns:minmax(0,1fr);gap:24px;align-content:start}.panel{padding:16px}
.fault{display:grid;grid-template-columns:88px minmax(0,1fr) auto;gap:8px;align-items:center;padding:6px 0;border-bottom:1px solid var(--line)}
.fault:last-child{border:0}.fault .more{grid-column:1/-1;display:none;gap:8px;flex-wrap:wrap}.fault.open .more{display:flex}
.fault .more label{display:flex;flex-direction:column;font-size:12px;color:var(--muted)}.fault .more input{width:96px;min-height:32px;padding:2px 8px}
.fault.on .name{color:var(--madder);font-weight:700}.fault select{width:100%}.fault button{padding:6px 12px}
.list{display:grid;grid-template-columns:minmax(0,1fr);gap:8px}.list details{padding:8px 12px}.list summary{cursor:pointer;display:flex;gap:8px;align-items:baseline;min-width:0}
.list summary .cut{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;min-width:0;flex:1}
.list pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:12px;margin:8px 0 0;max-height:320px;overflow:auto}
.list iframe{width:100%;height:480px;margin-top:8px;border:1px solid var(--line);border-radius:8px;background:var(--page)}
.s2{color:var(--moss)}.s4{color:var(--weld)}.s5{color:var(--madder)}
.empty{padding:32px;text-align:center}.filters{display:flex;gap:8px;flex-wrap:wrap;margin:0 0 12px}
.filters button[aria-pressed=true]{background:var(--woad);color:var(--on-woad);border-color:var(--woad)}.filters button{min-height:32px;padding:2px 12px;font-size:14px}
.connection{display:flex;gap:8px;align-items:center;padding:6px 0;border-bottom:1px solid var(--line)}.connection:last-child{border:0}
.connection img{border-radius:50%;flex:none}.connection .cut{flex:1;min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.connection button{min-height:32px;padding:2px 12px;font-size:14px}button.link{border:0;background:none;min-height:0;padding:0;color:var(--madder);font:inherit}
.settings{display:grid;grid-template-columns:1fr auto;gap:8px;align-items:center}.live{width:8px;height:8px;border-radius:50%;background:var(--moss);display:inline-block}
.live.off{background:var(--madder)}
`;

/** The page at `/`: what was published, the mails, the requests, the switches. */
export function homePage(): string {
  return page(
    'Postloom sandbox',
    `<div class="weave"></div>
<header class="top"><div><h1>Sandbox</h1><p class="muted">Stands in for the platforms, the AI providers and the mail server. Nothing here leaves this computer.</p></div>
<div class="right"><span class="small muted" id="live"><span class="live off" aria-hidden="true"></span> <span id="live-text">connecting</span></span>
<button class="danger" id="reset">Forget everything</button></div></header>
<div class="layout"><main><section aria-labelledby="h-posts"><h2 id="h-posts">Published <span class="muted small num" id="posts-total"></span></h2>
<div class="filters" id="filters" role="group" aria-label="Platform"></div><div class="posts" id="posts"></div></section></main>
<aside class="stack">
<section class="card panel" aria-labelledby="h-faults"><h2 id="h-faults">Faults</h2><div id="faults"></div></section>
<section class="card panel" aria-labelledby="h-settings"><h2 id="h-settings">Behaviour</h2><div class="settings" id="settings"></div></section>
<section class="card panel" aria-labelledby="h-connections"><h2 id="h-connections">Connected <span class="muted small">as the platforms see it</span></h2><div id="connections"></div></section>
<section aria-labelledby="h-webhooks"><h2 id="h-webhooks">Webhooks <span class="muted small">sent to Postloom</span></h2><div class="list" id="webhooks"></div></section>
<section aria-labelledby="h-mails"><h2 id="h-mails">Mails <span class="muted small num" id="mails-total"></span></h2><div class="list" id="mails"></div></section>
<section aria-labelledby="h-requests"><h2 id="h-requests">Requests <span class="muted small">newest first, secrets masked</span></h2><div class="list" id="requests"></div></section>
</aside></div><script>${homeScript}</script>`,
    homeStyle,
  );
}
