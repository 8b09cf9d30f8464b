import type { Post } from '@postloom/contracts';
import type { Day } from '#lib/month-grid.ts';

/** What is dragged: a post from its day or from the tray, or a photo that a new post starts with. */
export type DragItem = { kind: 'post'; post: Post } | { kind: 'photo'; photoId: string };
/** What it can be dropped on: a day, or an arrow that turns the page while something is held over it. */
export type DropPlace = { kind: 'day'; day: Day } | { kind: 'turn' };
