import type { Dashboard } from './dashboard.ts';
import { capacity } from './dashboards/capacity.ts';
import { overview } from './dashboards/overview.ts';
import { post } from './dashboards/post.ts';
import { publishing } from './dashboards/publishing.ts';
import { service } from './dashboards/service.ts';

export const dashboards: readonly Dashboard[] = [overview, publishing, service, capacity, post];
