import { BasePlugin, type Body, type Meta } from '@uppy/core';

/** Stands in for the plugin that keeps files in a database, which tests have none of. */
export default class NoRetriever extends BasePlugin<Record<string, unknown>, Meta, Body> {
  override readonly id = 'GoldenRetriever';
  override readonly type = 'debugger';
}
