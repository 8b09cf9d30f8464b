/** The borders of the house: rules 1, 2, 3 and 5 of deploy/rules/README.md, checked by dependency-cruiser. */
const TEST_FILE = '\\.(spec|int-spec|test)\\.tsx?$';
const onlyFrom = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { pathNot: [...from, TEST_FILE] },
  to: { path: to },
});
const vendor = (packages) => packages.map((name) => `node_modules/${name}(/|$)`);

export default {
  forbidden: [
    {
      name: 'service-imports-service',
      comment: 'Rule 1: a service never imports another service.',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/([^/]+)/', pathNot: '^services/$1/' },
    },
    {
      name: 'web-imports-only-contracts',
      comment: 'Rule 1: of the house the web application knows the contracts alone.',
      severity: 'error',
      from: { path: '^web/src/' },
      to: { path: '^(services|libs|deploy)/', pathNot: '^libs/contracts/' },
    },
    {
      name: 'libs-depend-downwards',
      comment: 'Rule 2: contracts, chassis, persistence, messaging, testing: only to the left.',
      severity: 'error',
      from: { path: '^libs/contracts/', pathNot: TEST_FILE },
      to: { path: '^(libs/(?!contracts/)|services|deploy|web)' },
    },
    {
      name: 'chassis-depends-downwards',
      severity: 'error',
      from: { path: '^libs/chassis/', pathNot: TEST_FILE },
      to: { path: '^(libs/(?!contracts/|chassis/)|services|deploy|web)' },
    },
    {
      name: 'persistence-depends-downwards',
      severity: 'error',
      from: { path: '^libs/persistence/', pathNot: [TEST_FILE, '/testing/'] },
      to: { path: '^(libs/(?!contracts/|chassis/|persistence/)|services|deploy|web)' },
    },
    {
      name: 'messaging-depends-downwards',
      severity: 'error',
      from: { path: '^libs/messaging/', pathNot: [TEST_FILE, '/testing/'] },
      to: { path: '^(libs/testing/|services|deploy|web)' },
    },
    {
      name: 'contracts-import-only-zod',
      comment: 'Rule 2: contracts build in the browser.',
      severity: 'error',
      from: { path: '^libs/contracts/src/', pathNot: TEST_FILE },
      to: { path: 'node_modules/', pathNot: 'node_modules/zod/' },
    },
    {
      name: 'testing-only-in-tests',
      comment: 'Rule 2: nothing that ships imports the testing lib.',
      severity: 'error',
      from: { path: '^(services|libs/(?!testing/)|web/src)', pathNot: [TEST_FILE, '/testing/'] },
      to: { path: '^libs/testing/' },
    },
    {
      name: 'feature-entered-through-index',
      comment: 'Rule 3: a feature folder of a service is entered through its index.ts.',
      severity: 'error',
      from: { path: '^services/([^/]+)/src/([^/]+)/', pathNot: [TEST_FILE, '/testing/'] },
      to: { path: '^services/$1/src/[^/]+/', pathNot: ['^services/$1/src/$2/', '^services/$1/src/[^/]+/index\\.ts$'] },
    },
    {
      name: 'web-feature-imports-feature',
      comment: 'Rule 3: features of the web application never import each other; app composes.',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'web-shared-imports-upwards',
      comment: 'Rule 3: what features share knows neither them nor app.',
      severity: 'error',
      from: { path: '^web/src/(components|data|lib|ui)/' },
      to: { path: '^web/src/(app|features)/' },
    },
    {
      name: 'no-cycles',
      comment: 'Rule 3: no cycles.',
      severity: 'error',
      from: { pathNot: 'node_modules' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    onlyFrom(
      'nats-only-in-messaging',
      'Rule 5',
      ['^libs/messaging/', '^libs/testing/', '^deploy/', 'node_modules'],
      vendor(['@nats-io/[^/]+']),
    ),
    onlyFrom(
      'prometheus-only-in-chassis',
      'Rule 5',
      ['^libs/chassis/', '^deploy/', 'node_modules'],
      vendor(['prom-client']),
    ),
    onlyFrom(
      'pg-only-in-persistence',
      'Rule 5',
      ['^libs/persistence/', '^libs/testing/', '^deploy/', 'node_modules'],
      vendor(['pg', 'pg-[^/]+']),
    ),
    onlyFrom(
      's3-only-in-storage',
      'Rule 5',
      ['^services/media/src/storage/', '^deploy/', 'node_modules'],
      vendor(['@aws-sdk/[^/]+']),
    ),
    onlyFrom(
      'openai-only-in-its-adapter',
      'Rule 5',
      ['^services/captions/src/providers/', 'node_modules'],
      vendor(['openai']),
    ),
    onlyFrom(
      'anthropic-only-in-its-adapter',
      'Rule 5',
      ['^services/captions/src/providers/', 'node_modules'],
      vendor(['@anthropic-ai/sdk']),
    ),
    onlyFrom(
      'stripe-only-in-billing',
      'Rule 5',
      ['^services/identity/src/billing/', 'node_modules'],
      vendor(['stripe']),
    ),
    onlyFrom('mail-only-in-mail', 'Rule 5', ['^services/identity/src/mail/', 'node_modules'], vendor(['nodemailer'])),
    onlyFrom(
      'sharp-only-in-pictures',
      'Rule 5',
      ['^services/media/src/', '^deploy/', 'node_modules'],
      vendor(['sharp']),
    ),
    onlyFrom(
      'radix-only-in-ui',
      'Rule 5: the kit can be swapped in one folder.',
      ['^web/src/ui/', 'node_modules'],
      vendor(['radix-ui', '@radix-ui/[^/]+']),
    ),
    {
      name: 'typeorm-in-migrations-alone',
      comment: 'Rule 4: migrations and their runner know TypeORM; a running service does not load it.',
      severity: 'error',
      from: {
        path: '^(services|libs)/',
        pathNot: ['/migrations/', '^libs/persistence/src/(migration-runner|testing/fixture)\\.ts$', TEST_FILE],
      },
      to: { path: 'node_modules/(typeorm|@nestjs/typeorm)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.nx|\\.cache|\\.data)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['postloom-source', 'import', 'require', 'node', 'default', 'types'],
    },
  },
};
