/**
 * Opens the product without a network: keeps the code of the release and the page it starts from. It keeps no answer of the
 * server; what a person saw last is the application's business (`app/device`). And it shows the pushes of the server, of which it
 * keeps nothing either.
 */
import { endPushes, unsubscribe } from '../app/device/end-pushes.ts';
import { forgetSeen } from '../app/device/seen-database.ts';
import { handlingOf } from './handling.ts';
import { codeFor, install, screenFor, tidy } from './kept-code.ts';
import { followPush, showPush } from './pushes.ts';
import type { Release, WorkerScope } from './worker-scope.ts';

declare const RELEASE: Release;
// The build puts the names of all files in place of the constant: once, not at each use.
const release = RELEASE;
const scope = globalThis as unknown as WorkerScope;

scope.addEventListener('install', (event) => {
  // At once beside open pages: each of them has its own code, that of the release before stays, and pages come from the server.
  event.waitUntil(install(release).then(() => scope.skipWaiting()));
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      await tidy(release);
      await scope.clients.claim();
      for (const page of await scope.clients.matchAll({ type: 'window' })) {
        page.postMessage({ release: release.entry });
      }
    })(),
  );
});

scope.addEventListener('fetch', (event) => {
  const { request } = event;
  switch (handlingOf(request, scope.location.origin)) {
    case 'code':
      event.respondWith(codeFor(request, (work) => event.waitUntil(work)));
      break;
    case 'screen':
      // Without the browser's own 'navigation preload': it would ask twice for what the worker leaves to the server, also for
      // links that work once.
      event.respondWith(screenFor(() => fetch(request)));
      break;
    case 'leave':
      // The page that asks for it is about to go, this is not.
      event.waitUntil(Promise.all([forgetSeen(), endPushes(scope.registration)]));
      break;
    case 'none':
  }
});

scope.addEventListener('push', (event) => {
  event.waitUntil(showPush(scope, event.data?.text()));
});

scope.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(followPush(scope, event.notification));
});

scope.addEventListener('pushsubscriptionchange', (event) => {
  // The server knows the address of before. The page tells it the next one when it is opened and finds none here.
  event.waitUntil(unsubscribe(scope.registration));
});
