import type { Dashboard } from '../dashboard.ts';
import { lines, logs, quantiles, traces, typed } from './parts.ts';

export const post: Dashboard = {
  id: 'post',
  title: 'One post’s life',
  variables: [typed('trace', 'Trace id')],
  rows: [
    {
      title: 'From the click to the platform',
      panels: [
        traces('Trace', 'The spans of the trace above, from the browser’s request to the platform’s answer.', '$trace'),
        logs('Lines', 'What the services wrote in this trace.', '{service_name=~".+"} | trace_id="$trace"'),
      ],
    },
    {
      title: 'Posts of the same time',
      panels: [
        lines(
          'Due to public',
          'A point of this plot leads to the trace of a post that took as long.',
          's',
          quantiles('postloom_publisher_due_lag_seconds_bucket', 'platform'),
          60,
        ),
      ],
    },
  ],
};
