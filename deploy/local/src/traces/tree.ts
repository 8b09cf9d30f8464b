import type { StoredSpan } from './receiver.ts';

/** The traces that an id means: a trace id, or any attribute that holds it (a request id for example). */
export const findTraces = (spans: readonly StoredSpan[], id: string): Map<string, StoredSpan[]> => {
  const wanted = new Set(
    spans
      .filter((span) => span.traceId === id || Object.values(span.attributes).includes(id))
      .map((span) => span.traceId),
  );
  const traces = new Map<string, StoredSpan[]>();
  for (const span of spans) {
    if (!wanted.has(span.traceId)) {
      continue;
    }
    const list = traces.get(span.traceId) ?? [];
    list.push(span);
    traces.set(span.traceId, list);
  }
  return traces;
};

/** A trace as an indented list: offset from its start, service, kind, name, milliseconds. */
export const drawTrace = (spans: readonly StoredSpan[]): string[] => {
  const ordered = [...spans].sort((a, b) => a.start - b.start);
  const ids = new Set(ordered.map((span) => span.spanId));
  const origin = ordered[0]?.start ?? 0;
  const lines: string[] = [];
  const draw = (span: StoredSpan, depth: number): void => {
    const offset = `+${(span.start - origin).toFixed(1)}`.padStart(11);
    const who = `${'  '.repeat(depth)}${span.service}`.padEnd(26);
    lines.push(
      `${offset} ms  ${who} ${span.kind.padEnd(8)} ${span.name}  ${span.ms.toFixed(1)} ms${span.isError ? '  ERROR' : ''}`,
    );
    for (const child of ordered) {
      if (child.parentSpanId === span.spanId && child !== span) {
        draw(child, depth + 1);
      }
    }
  };
  // A parent that was not kept (or is still open) must not hide its children.
  for (const span of ordered) {
    if (!ids.has(span.parentSpanId)) {
      draw(span, 0);
    }
  }
  return lines;
};
