/**
 * `node deploy/images/src/collect.ts <folder>`: what the images hold, from the finished build.
 *
 *   <folder>/node                   Node's own program
 *   <folder>/services/<name>        the bundle of a service; media's with sharp, which is native and stays a package
 *   <folder>/web                    the web origin as one program, and the built client beside it
 *   <folder>/sandbox                the sandbox as one program, the main job against it (`helm test`), and the customers of load tests
 *   <folder>/objects                the object store of try-outs as one program
 *   <folder>/setup                  what prepares docker-compose.yml's volumes and database, as one program
 */
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { bundle, packagesFile } from '../../bundle/src/bundle.ts';
import { services } from '../../local/src/stack/services.ts';
import { billFile, billOfDevelopment, billOfImage, billOfProduct } from './bill-of-materials.ts';

const root = join(import.meta.dirname, '../../..');
const into = process.argv[2];
if (into === undefined) {
  process.stderr.write('Say the folder: node deploy/images/src/collect.ts <folder>\n');
  process.exit(64);
}

/** Packages that a program loads from beside itself. Only media decodes pictures. */
const nativePackages: Readonly<Record<string, readonly string[]>> = { media: ['sharp'] };

/** An ES module's folder: nothing but its programs and the packages they load. */
function program(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}\n');
}

/** Copies a package with all it needs that is installed; what is optional and for another machine is not installed. Gives them all. */
function copyPackage(name: string, modules: string, seen = new Map<string, string>()): readonly string[] {
  const from = join(root, 'node_modules', name);
  if (seen.has(name) || !existsSync(from)) {
    return [...seen.values()];
  }
  cpSync(from, join(modules, name), { recursive: true, dereference: true });
  const { version, dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(from, 'package.json'), 'utf8'),
  ) as { version: string } & Partial<Record<'dependencies' | 'optionalDependencies', Record<string, string>>>;
  seen.set(name, `${name}@${version}`);
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) {
    copyPackage(needed, modules, seen);
  }
  return [...seen.values()];
}

const product = billOfProduct(root);
const development = billOfDevelopment(root);

/** All that the product has from others. */
const clientPackages = (): readonly string[] =>
  product.components.map((one) => one['bom-ref']).filter((ref) => !ref.startsWith('@postloom/'));

/** Writes what an image holds beside its program: what was bundled into it, and what it loads. */
function bill(title: string, folder: string, more: readonly string[] = [], from = product): void {
  const bundled = JSON.parse(readFileSync(join(folder, packagesFile), 'utf8')) as readonly string[];
  rmSync(join(folder, packagesFile));
  const document = billOfImage(from, title, [...bundled, ...more], process.versions.node);
  writeFileSync(join(folder, billFile), `${JSON.stringify(document)}\n`);
}

const sources = {
  tsconfig: join(root, 'tsconfig.base.json'),
  resolve: { conditionNames: ['postloom-source', 'node', 'module-sync', 'default'] },
};

rmSync(into, { recursive: true, force: true });
for (const { name, folder } of services) {
  const built = join(root, folder, 'dist/bundle');
  if (!existsSync(join(built, 'main.js'))) {
    process.stderr.write(`${folder} is not built. Run: npm run build\n`);
    process.exit(1);
  }
  const target = join(into, 'services', name);
  program(target);
  cpSync(built, target, { recursive: true });
  bill(
    `postloom/${name}`,
    target,
    (nativePackages[name] ?? []).flatMap((needed) => copyPackage(needed, join(target, 'node_modules'))),
  );
}

await bundle({ main: join(root, 'web/server/src/main.ts') }, join(into, 'web'), sources);
program(join(into, 'web'));
// Which packages the client's build took is not told, so the bill names all that it may.
bill('postloom/web', join(into, 'web'), clientPackages());
cpSync(join(root, 'web/dist'), join(into, 'web/client'), { recursive: true });

await bundle(
  {
    main: join(root, 'deploy/sandbox/src/main.ts'),
    smoke: join(root, 'deploy/smoke/src/main.ts'),
    'load-customers': join(root, 'deploy/load/src/sign-up.ts'),
  },
  join(into, 'sandbox'),
  sources,
);
program(join(into, 'sandbox'));
bill('postloom/sandbox', join(into, 'sandbox'), copyPackage('sharp', join(into, 'sandbox/node_modules')), development);

for (const [name, main] of [
  ['objects', 'deploy/local/object-store/src/main.ts'],
  ['setup', 'deploy/compose/src/setup.ts'],
] as const) {
  await bundle({ main: join(root, main) }, join(into, name), sources);
  program(join(into, name));
  bill(`postloom/${name}`, join(into, name), [], development);
}

const nodePackage = dirname(createRequire(join(root, 'package.json')).resolve('node/package.json'));
cpSync(join(nodePackage, 'bin/node'), join(into, 'node'));
chmodSync(join(into, 'node'), 0o755);
