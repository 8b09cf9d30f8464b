/** Replaces what is live on the page by its next version. Without this script the page loads itself again. */
const EVERY_MS = 15_000;

const pause = document.getElementById('pause');
const away = document.getElementById('away');
let isPaused = false;
let missedSince;

pause.hidden = false;
pause.addEventListener('click', () => {
  isPaused = !isPaused;
  pause.setAttribute('aria-pressed', String(isPaused));
  if (!isPaused) {
    void update();
  }
});

async function update() {
  if (isPaused || document.hidden) {
    return;
  }
  try {
    const answer = await fetch(location.pathname, { cache: 'no-store', signal: AbortSignal.timeout(EVERY_MS) });
    if (!answer.ok) {
      throw new Error(String(answer.status));
    }
    show(new DOMParser().parseFromString(await answer.text(), 'text/html'));
    missedSince = undefined;
    say('');
  } catch {
    missedSince ??= new Date();
    say(
      `This page has had no answer since ${missedSince.toISOString().slice(11, 19)} UTC. What you see is older. Is npm run ops-page still running?`,
    );
  }
}

function say(text) {
  if (away.textContent !== text) {
    away.textContent = text;
    away.className = text === '' ? '' : 'note bad';
  }
}

/** Only what differs is replaced, so that a screen reader hears news alone; who had the focus keeps it. */
function show(next) {
  document.title = next.title;
  const main = document.getElementById('main');
  const before = [...document.querySelectorAll('[data-live]')];
  const after = [...next.querySelectorAll('[data-live]')];
  if (before.map(({ id }) => id).join() !== after.map(({ id }) => id).join()) {
    main.replaceChildren(away, ...[...next.getElementById('main').children].filter(({ id }) => id !== 'away'));
    return;
  }
  for (const [index, old] of before.entries()) {
    const fresh = after[index];
    if (old.innerHTML === fresh.innerHTML) {
      continue;
    }
    const focused = old.contains(document.activeElement) ? document.activeElement.id : '';
    old.replaceChildren(...fresh.childNodes);
    if (focused !== '') {
      document.getElementById(focused)?.focus();
    }
  }
}

setInterval(() => void update(), EVERY_MS);
document.addEventListener('visibilitychange', () => void update());
