import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

/**
 * Lets this process import the sources of services and libraries, whose decorators Node's own type stripping does not take:
 * the same options as the tests, no build needed. Import it before anything of a service.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, { ...context, conditions: [...context.conditions, 'postloom-source'] }),
  load: (url, context, next) => {
    const isOurs = url.startsWith('file:') && url.endsWith('.ts') && !url.includes('/node_modules/');
    if (!isOurs) return next(url, context);
    const { code } = transformSync(readFileSync(fileURLToPath(url), 'utf8'), {
      swcrc: false,
      module: { type: 'es6' },
      jsc: {
        target: 'es2024',
        parser: { syntax: 'typescript', decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
        keepClassNames: true,
      },
    });
    return { format: 'module', shortCircuit: true, source: code };
  },
});
