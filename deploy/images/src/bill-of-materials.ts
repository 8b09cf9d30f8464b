import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The part of a CycloneDX document that is read here. */
export interface BillOfMaterials {
  readonly metadata: { readonly component: object };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

interface Component {
  readonly 'bom-ref': string;
  readonly purl: string;
}

interface LockedPackage {
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devDependencies?: object;
}

/** Where every image has its own. */
export const billFile = 'sbom.cdx.json';

/** Of everything that runs, from the lock file. */
export function billOfProduct(root: string): BillOfMaterials {
  return billOfLocked(root, (one) => one.dev !== true, withoutDevelopment);
}

/** Of what the programs for try-outs may take besides: development's packages. */
export function billOfDevelopment(root: string): BillOfMaterials {
  // Its optional packages are for other systems than ours, and npm finds their versions not to fit.
  return billOfLocked(
    root,
    ({ dev, optional }) => !(optional === true && dev === true),
    (one) => one,
  );
}

function billOfLocked(
  root: string,
  isIn: (one: LockedPackage) => boolean,
  shown: (one: LockedPackage) => object,
): BillOfMaterials {
  const folder = mkdtempSync(join(tmpdir(), 'postloom-sbom-'));
  try {
    const read = <T>(name: string): T => JSON.parse(readFileSync(join(root, name), 'utf8')) as T;
    const write = (name: string, content: object) => writeFileSync(join(folder, name), JSON.stringify(content));
    const lock = read<{ packages: Record<string, LockedPackage> }>('package-lock.json');
    const packages = Object.entries(lock.packages).flatMap(([path, one]) => (isIn(one) ? [[path, shown(one)]] : []));
    write('package.json', shown(read<LockedPackage>('package.json')));
    write('package-lock.json', { ...lock, packages: Object.fromEntries(packages) as object });
    // `--omit dev` would leave out what the product shares with its development, too.
    const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
    const text = execFileSync('npm', args, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
    return JSON.parse(text) as BillOfMaterials;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function withoutDevelopment(one: LockedPackage): object {
  const { devDependencies: _, ...rest } = one;
  return rest;
}

/**
 * Of one image: the packages in it, and Node.
 *
 * @param packages `name@version` each
 * @throws Error when a package is not in the lock file: nobody has judged it
 */
export function billOfImage(
  product: BillOfMaterials,
  title: string,
  packages: readonly string[],
  node: string,
): BillOfMaterials {
  const known = new Map(product.components.map((one) => [one['bom-ref'], one]));
  const unknown = packages.filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new Error(`The image ${title} holds what the lock file does not know: ${unknown.join(', ')}`);
  }
  const refs = new Set(packages);
  return {
    ...product,
    metadata: { ...product.metadata, component: { ...product.metadata.component, name: title, type: 'container' } },
    components: [
      ...[...refs].flatMap((ref) => known.get(ref) ?? []),
      {
        'bom-ref': `node@${node}`,
        ...{ type: 'platform', name: 'node', version: node },
        purl: `pkg:generic/node@${node}`,
      },
    ],
    dependencies: product.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map((one) => ({ ...one, dependsOn: one.dependsOn?.filter((ref) => refs.has(ref)) ?? [] })),
  };
}
