/** Units of Grafana that the dashboards use. */
export type Unit = 's' | 'percentunit' | 'reqps' | 'cps' | 'short' | 'bytes' | 'currencyUSD' | 'none';

export interface Query {
  readonly expr: string;
  /** Name of a line, with `{{label}}`. */
  readonly legend: string;
}

export interface Panel {
  readonly title: string;
  /** What it shows and when to worry, for whoever is on call. */
  readonly description: string;
  /** `number`: the present value. `lines`: over time. */
  readonly kind: 'number' | 'lines';
  readonly unit: Unit;
  readonly queries: readonly Query[];
  /** From this value on it is red. */
  readonly limit?: number;
}

/** A query of Tempo or Loki, for what belongs to one post. */
export interface Finding {
  readonly title: string;
  readonly description: string;
  readonly kind: 'traces' | 'logs';
  readonly query: string;
}

export interface Row {
  readonly title: string;
  readonly panels: readonly (Panel | Finding)[];
}

/** A choice above the dashboard: the values of a label, or a text that is typed in. */
export type Variable =
  | { readonly name: string; readonly label: string; readonly values: string }
  | { readonly name: string; readonly label: string; readonly typed: true };

export interface Dashboard {
  /** Part of its address, and its file's name. */
  readonly id: string;
  readonly title: string;
  readonly variables: readonly Variable[];
  readonly rows: readonly Row[];
}

const prometheus = { type: 'prometheus', uid: 'prometheus' };
const findings = {
  traces: { type: 'tempo', uid: 'tempo' },
  logs: { type: 'loki', uid: 'loki' },
} as const;

const COLUMNS = 24;
const HEIGHT = { number: 5, lines: 8, traces: 9, logs: 12 } as const;

const thresholdsOf = ({ limit }: Panel): object => ({
  mode: 'absolute',
  steps: [{ color: 'green', value: null }, ...(limit === undefined ? [] : [{ color: 'red', value: limit }])],
});

const typeOf = (kind: Panel['kind'] | Finding['kind']): string =>
  ({ number: 'stat', lines: 'timeseries', traces: 'traces', logs: 'logs' })[kind];

function panelModel(panel: Panel | Finding): object {
  const { title, description, kind } = panel;
  const common = { type: typeOf(kind), title, description };
  if ('query' in panel) {
    const datasource = findings[panel.kind];
    const target =
      panel.kind === 'traces' ? { queryType: 'traceql', query: panel.query, limit: 20 } : { expr: panel.query };
    return { ...common, datasource, targets: [{ refId: 'A', datasource, ...target }] };
  }
  const isNumber = panel.kind === 'number';
  return {
    ...common,
    datasource: prometheus,
    fieldConfig: {
      defaults: {
        unit: panel.unit,
        min: 0,
        thresholds: thresholdsOf(panel),
        ...(isNumber
          ? { noValue: 'none' }
          : { custom: { fillOpacity: 8, showPoints: 'never', thresholdsStyle: { mode: 'line' } } }),
      },
      overrides: [],
    },
    options: isNumber
      ? { colorMode: 'value', graphMode: 'area', reduceOptions: { calcs: ['lastNotNull'] } }
      : { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
    targets: panel.queries.map(({ expr, legend }, index) => ({
      refId: String.fromCharCode('A'.charCodeAt(0) + index),
      datasource: prometheus,
      expr,
      legendFormat: legend,
      // A point leads to a trace of its minute, where the series is a histogram's.
      exemplar: expr.includes('_bucket'),
    })),
  };
}

const variableModel = (variable: Variable): object =>
  'typed' in variable
    ? { type: 'textbox', name: variable.name, label: variable.label, query: '', current: { text: '', value: '' } }
    : {
        type: 'query',
        name: variable.name,
        label: variable.label,
        datasource: prometheus,
        query: { query: variable.values, refId: 'values' },
        refresh: 2,
        sort: 1,
      };

/** The dashboard as Grafana reads it: rows one below the other, the panels of a row side by side. */
export function dashboardModel({ id, title, variables, rows }: Dashboard): object {
  const panels: object[] = [];
  let y = 0;
  for (const row of rows) {
    panels.push({
      id: panels.length + 1,
      type: 'row',
      title: row.title,
      collapsed: false,
      gridPos: { h: 1, w: COLUMNS, x: 0, y },
    });
    y += 1;
    const w = Math.floor(COLUMNS / row.panels.length);
    row.panels.forEach((panel, index) => {
      const gridPos = { h: HEIGHT[panel.kind], w, x: index * w, y };
      panels.push({ id: panels.length + 1, ...panelModel(panel), gridPos });
    });
    y += Math.max(...row.panels.map(({ kind }) => HEIGHT[kind]));
  }
  return {
    uid: `postloom-${id}`,
    title,
    tags: ['postloom'],
    schemaVersion: 41,
    editable: false,
    timezone: 'browser',
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    links: [{ type: 'dashboards', tags: ['postloom'], title: 'Postloom', asDropdown: true, keepTime: true }],
    templating: { list: variables.map(variableModel) },
    panels,
  };
}
