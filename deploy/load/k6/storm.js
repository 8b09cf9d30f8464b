import { scheduleAt } from './lib/actions.js';
import { optionsOf, seconds, steadily } from './lib/options.js';

/** Posts that are due at the same moment. */
const POSTS = 300;
/** They are made before it, so that making them and publishing them are felt apart. */
const making = Math.round(seconds * 0.8);

/** Everybody's post is due at 09:00, which is the end of the run. */
export const options = optionsOf({ storm: steadily(POSTS / making, 'storm', making) }, 'schedule');

export const setup = () => ({ nine: Date.now() + seconds * 1_000 });

export const storm = ({ nine }) => scheduleAt(nine);
