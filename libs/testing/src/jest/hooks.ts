import { registerHooks } from 'node:module';
import '../../../chassis/src/testing/swc-hooks.mjs';

const globals = new URL('./globals.ts', import.meta.url).href;

/** `@jest/globals` refuses to be loaded outside of Jest's own runner; here it is ours. */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: globals, format: 'module', shortCircuit: true } : next(specifier, context),
});
