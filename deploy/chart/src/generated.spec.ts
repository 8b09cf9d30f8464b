import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { generatedFiles } from './generated.ts';
import { chart } from './rendered.ts';

describe("the chart's files that follow from the sources", () => {
  it.each(Object.entries(generatedFiles()))('%s is current', (name, content) => {
    const path = join(chart, 'files', name);
    if (process.env['UPDATE_CHART'] === 'on') {
      writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);
    }
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(content);
  });
});
