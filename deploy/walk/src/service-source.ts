import { registerHooks } from 'node:module';
// What decorators become: Node's own type stripping does not take them.
import '../../../libs/chassis/src/testing/swc-hooks.mjs';

/** Lets this process import the sources of services and libraries, no build needed. Import it before anything of a service. */
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, { ...context, conditions: [...context.conditions, 'postloom-source'] }),
});
