type Registration = Pick<ServiceWorkerRegistration, 'getNotifications' | 'pushManager'>;

/** What pushes said goes from the screen of this device. */
export async function closePushes(registration: Pick<Registration, 'getNotifications'>): Promise<void> {
  for (const shown of await registration.getNotifications()) {
    shown.close();
  }
}

/** This browser takes no pushes any more. */
export async function unsubscribe({ pushManager }: Pick<Registration, 'pushManager'>): Promise<void> {
  await (await pushManager.getSubscription())?.unsubscribe();
}

/** The person leaves: nothing more is told here, and nothing that was told stays. A browser without pushes has nothing of it. */
export async function endPushes(registration: Registration): Promise<void> {
  await Promise.allSettled([closePushes(registration), unsubscribe(registration)]);
}
