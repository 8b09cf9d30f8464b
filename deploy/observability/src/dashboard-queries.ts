import { dashboards } from './dashboards.ts';

/** All queries of Prometheus that the dashboards ask, with `service` for the choice above one of them. */
export const dashboardQueries = (service: string): readonly { readonly where: string; readonly expr: string }[] =>
  dashboards.flatMap(({ id, rows }) =>
    rows.flatMap(({ panels }) =>
      panels.flatMap((panel) =>
        'queries' in panel
          ? panel.queries.map(({ expr }) => ({
              where: `${id}: ${panel.title}`,
              expr: expr.replaceAll('$service', service),
            }))
          : [],
      ),
    ),
  );
