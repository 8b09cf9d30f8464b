import type { Dataquery } from '@grafana/grafana-foundation-sdk/prometheus';
import { dashboardModel } from './dashboard.ts';
import { dashboards } from './dashboards.ts';

const isPrometheus = (target: object): target is Dataquery =>
  'datasource' in target && (target as Dataquery).datasource?.type === 'prometheus';

/** All queries of Prometheus that the dashboards ask, with `service` for the choice above one of them. */
export const dashboardQueries = (service: string): readonly { readonly where: string; readonly expr: string }[] =>
  dashboards.flatMap((dashboard) =>
    (dashboardModel(dashboard).panels ?? []).flatMap((panel) =>
      'targets' in panel
        ? (panel.targets ?? []).filter(isPrometheus).map(({ expr }) => ({
            where: `${dashboard.id}: ${panel.title}`,
            expr: expr.replaceAll('$service', service),
          }))
        : [],
    ),
  );
