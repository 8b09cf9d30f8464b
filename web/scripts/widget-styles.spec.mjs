import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const web = resolve(import.meta.dirname, '..');

/** Builds a drawing of Preact as the product is built, and prints its code. The bundler does not run in a test's document. */
const script = `
  import { build } from 'vite';
  const entry = process.cwd() + '/drawn-by-preact.js';
  const drawn = "import { h, render } from 'preact';"
    + "render(h('div', { style: { height: 420, backgroundColor: 'red' } }), document.body);";
  const plugin = {
    name: 'entry',
    enforce: 'pre',
    resolveId: (id) => (id === entry ? id : null),
    load: (id) => (id === entry ? drawn : null),
  };
  const { output } = await build({
    logLevel: 'error',
    plugins: [plugin],
    build: { write: false, manifest: false, rolldownOptions: { input: entry } },
  });
  console.log(output.find(({ isEntry }) => isEntry).code);
`;

it('the styles of what Preact draws are not dropped when the product is built', async () => {
  const code = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: web, encoding: 'utf8' });
  document.body.replaceChildren();
  await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);
  expect(document.body.querySelector('div')?.style).toMatchObject({ height: '420px', backgroundColor: 'red' });
});
