import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { billOfDevelopment, billOfImage, billOfProduct } from './bill-of-materials.ts';
import type { BillOfMaterials } from './bill-of-materials.ts';

describe('the bill of materials of an image', () => {
  let product: BillOfMaterials;
  let pino = '';
  let regex = '';
  beforeAll(() => {
    product = billOfProduct(join(import.meta.dirname, '../../..'));
    const refOf = (name: string): string =>
      product.components.find((one) => one['bom-ref'].startsWith(`${name}@`))?.['bom-ref'] ?? '';
    [pino, regex] = [refOf('pino'), refOf('pino-std-serializers')];
  });

  it('names the packages that are in it, with their addresses and licences, and Node', () => {
    const bill = billOfImage(product, 'postloom/gateway', [pino, regex], '24.0.0');
    expect(bill).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { name: 'postloom/gateway', type: 'container' } },
    });
    expect(bill.components.map((one) => one.purl)).toEqual([
      ...[pino, regex].map((ref) => `pkg:npm/${ref}`),
      'pkg:generic/node@24.0.0',
    ]);
    expect(bill.components[0]).toMatchObject({ licenses: [{ license: { id: 'MIT' } }] });
    // What pino needs and the image does not hold is not in it either.
    expect(bill.dependencies).toEqual([
      { ref: pino, dependsOn: [regex] },
      { ref: regex, dependsOn: [] },
    ]);
  });

  it('refuses a package that nobody locked', () => {
    expect(() => billOfImage(product, 'postloom/gateway', [pino, 'left-pad@1.0.0'], '24.0.0')).toThrow(
      'The image postloom/gateway holds what the lock file does not know: left-pad@1.0.0',
    );
  });

  it('has what the product shares with its development', () => {
    // The gateway's fastify checks with ajv, and so does the linter.
    expect(product.components.map((one) => one['bom-ref']).filter((ref) => ref.startsWith('ajv@'))).toHaveLength(1);
  });

  it('has for try-outs what development needs', () => {
    const development = billOfDevelopment(join(import.meta.dirname, '../../..'));
    expect(development.components.map((one) => one['bom-ref'].replace(/@[^@]*$/, ''))).toEqual(
      expect.arrayContaining(['pino', 'smtp-server']),
    );
  });

  it('has nothing that is for development alone', () => {
    expect(product.components.map((one) => one['bom-ref']).filter((ref) => /^(jest|eslint|vitest)@/.test(ref))).toEqual(
      [],
    );
  });
});
