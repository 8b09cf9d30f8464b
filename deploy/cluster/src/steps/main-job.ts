import { secondsSince, type Step } from '../step.ts';

/** `helm test`. */
export const mainJob: Step = async (cluster) => {
  const from = performance.now();
  await cluster.test();
  const seconds = secondsSince(from);
  cluster.say(`helm test did the main job in ${seconds} s`);
  return { seconds };
};
