import type { Builder } from '@grafana/grafana-foundation-sdk/cog';
import {
  DashboardBuilder,
  DashboardLinkType,
  defaultDashboardLink,
  RowBuilder,
} from '@grafana/grafana-foundation-sdk/dashboard';
import type {
  Dashboard as Model,
  DashboardLink,
  Panel,
  VariableModel,
} from '@grafana/grafana-foundation-sdk/dashboard';

/** A panel of Grafana's SDK whose number and width its row decides. */
interface PlacedPanel extends Builder<Panel> {
  id(number: number): this;
  span(columns: number): this;
}

export interface Row {
  readonly title: string;
  readonly panels: readonly PlacedPanel[];
}

export interface Dashboard {
  /** Part of its address, and its file's name. */
  readonly id: string;
  readonly title: string;
  readonly variables: readonly Builder<VariableModel>[];
  readonly rows: readonly Row[];
}

const COLUMNS = 24;

/** To the other dashboards. The SDK's own builder would put it into a menu, and has no word against that. */
const others = (): DashboardLink => ({
  ...defaultDashboardLink(),
  title: 'Postloom',
  type: DashboardLinkType.Dashboards,
  tags: ['postloom'],
  asDropdown: true,
  keepTime: true,
  placement: undefined,
});

/**
 * The dashboard as Grafana reads it: rows one below the other, the panels of a row side by side. In the classic model, which every Grafana
 * takes from a file and 13 turns into its own; the SDK would rather have the newer one, which 12 calls experimental.
 */
export function dashboardModel({ id, title, variables, rows }: Dashboard): Model {
  const board = new DashboardBuilder(title)
    .uid(`postloom-${id}`)
    .tags(['postloom'])
    .readonly()
    .timezone('browser')
    .refresh('30s')
    .time({ from: 'now-6h', to: 'now' })
    .links([{ build: others }])
    .variables([...variables]);
  let placed = 0;
  for (const row of rows) {
    placed += 1;
    board.withRow(new RowBuilder(row.title).id(placed));
    for (const panel of row.panels) {
      placed += 1;
      board.withPanel(panel.id(placed).span(Math.floor(COLUMNS / row.panels.length)));
    }
  }
  return board.build();
}
