/**
 * The part of the ten machine-checked rules (deploy/rules/README.md) that ESLint holds. A function, so that the fixtures
 * that must break each rule are linted with exactly the same configuration.
 */
import tanstackQuery from '@tanstack/eslint-plugin-query';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const TESTS = [
  '**/src/**/testing/**',
  '**/*.spec.ts',
  '**/*.int-spec.ts',
  '**/*.spec.tsx',
  '**/*.test.ts',
  '**/*.test.tsx',
  'web/e2e/**',
];
const PRESSES = ['onClick', 'onDoubleClick', 'onMouseDown', 'onMouseUp', 'onKeyPress'];
const SCROLLING_ROLES = ['tabpanel', 'region', 'group'];
const SQL_FILES = ['**/*.repository.ts', '**/*.claims.ts', '**/migrations/**'];

const sqlOutsideItsFiles = [
  {
    selector: "CallExpression[callee.type='MemberExpression'][callee.property.name='query'][callee.object.name='tx']",
    message: 'Rule 4: SQL lives in *.repository.ts, *.claims.ts and migrations/.',
  },
  {
    selector: "MemberExpression[object.name='tx'][property.name='manager']",
    message: 'Rule 4: the EntityManager is used in *.repository.ts, *.claims.ts and migrations/ only.',
  },
];
const systemScope = {
  selector: "MemberExpression[object.name='Scope'][property.name='system']",
  message: 'Rule 4: Scope.system crosses tenants; only claims and workers may use it.',
};
const emptyCatch = {
  selector: 'CatchClause > BlockStatement[body.length=0]',
  message: 'Rule 7: catch only to add meaning or to decide.',
};
const ownClock = [
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: 'Rule 6: time comes from Clock (or the database), so that tests can move it.',
  },
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: 'Rule 6: time comes from Clock (or the database), so that tests can move it.',
  },
  {
    selector: "CallExpression[callee.object.name='Math'][callee.property.name='random']",
    message: 'Rule 6: randomness comes from Random, so that a seed repeats a run.',
  },
  {
    selector: "CallExpression[callee.name='setInterval']",
    message: 'Rule 6: background work is a Loop, so that it backs off and stops in order.',
  },
];
const environment = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Rule 6: settings are read by chassis alone and arrive typed.',
};
const callbacksOfMutate = {
  selector: "CallExpression[callee.property.name='mutate'][arguments.length>1]",
  message:
    'Rule 7: what is handed to mutate() is dropped when its component goes; tell the outcome from the promise of mutateAsync().',
};
const injectedByType = {
  selector: "Decorator > CallExpression[callee.name='Inject'] > Identifier.arguments[name=/^[A-Z][a-z]/]",
  message: 'Rule 7: a class is injected by its type; @Inject is for tokens.',
};
const noFetch = { name: 'fetch', message: 'Rule 5: outbound calls go through HttpClient (in web: lib/api).' };

/** A warning nobody has to act on is noise: each rule of a plugin is an error or off. */
function asErrors(rules) {
  return Object.fromEntries(
    Object.entries(rules).map(([name, level]) => {
      const [severity, ...options] = [level].flat();
      return [name, severity === 'off' || severity === 0 ? 'off' : ['error', ...options]];
    }),
  );
}

/**
 * @param {{ tsconfigRootDir: string, project: string[], ignores?: string[] }} where
 */
export function houseRules({ tsconfigRootDir, project, ignores = [] }) {
  return tseslint.config(
    { ignores },
    {
      files: ['**/*.ts', '**/*.tsx'],
      languageOptions: {
        parser: tseslint.parser,
        parserOptions: { project, tsconfigRootDir },
      },
      plugins: { '@typescript-eslint': tseslint.plugin },
      linterOptions: { reportUnusedDisableDirectives: 'error' },
      rules: {
        curly: ['error', 'all'],
        '@typescript-eslint/no-explicit-any': 'error',
        '@typescript-eslint/no-floating-promises': 'error',
        '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
        '@typescript-eslint/await-thenable': 'error',
        '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
        '@typescript-eslint/ban-ts-comment': 'error',
        '@typescript-eslint/consistent-type-imports': 'error',
        '@typescript-eslint/no-unused-vars': [
          'error',
          { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
        ],
        'no-console': 'error',
        eqeqeq: ['error', 'always', { null: 'ignore' }],
        'no-restricted-syntax': ['error', emptyCatch, injectedByType],
        'max-lines': ['warn', { max: 400, skipComments: true, skipBlankLines: true }],
      },
    },
    {
      // Rule 4, 5, 6 in the services.
      files: ['services/*/src/**/*.ts'],
      ignores: TESTS,
      rules: {
        'no-restricted-syntax': [
          'error',
          emptyCatch,
          injectedByType,
          ...ownClock,
          environment,
          ...sqlOutsideItsFiles,
          systemScope,
        ],
        'no-restricted-globals': ['error', noFetch],
      },
    },
    {
      files: SQL_FILES.map((pattern) => `services/*/src/${pattern}`),
      rules: { 'no-restricted-syntax': ['error', emptyCatch, injectedByType, ...ownClock, environment] },
    },
    {
      files: ['services/*/src/**/*.worker.ts', 'services/*/src/**/*.claims.ts'],
      rules: { 'no-restricted-syntax': ['error', emptyCatch, injectedByType, ...ownClock, environment] },
    },
    {
      // A worker may cross tenants, but its SQL still lives in claims.
      files: ['services/*/src/**/*.worker.ts'],
      rules: {
        'no-restricted-syntax': ['error', emptyCatch, injectedByType, ...ownClock, environment, ...sqlOutsideItsFiles],
      },
    },
    {
      // In a test the tenant and the clock may be crossed to look at what happened.
      files: TESTS,
      rules: { 'max-lines': 'off' },
    },
    {
      files: ['libs/{contracts,persistence,messaging}/src/**/*.ts'],
      ignores: TESTS,
      rules: {
        'no-restricted-syntax': ['error', emptyCatch, injectedByType, environment],
        'no-restricted-globals': ['error', noFetch],
      },
    },
    {
      files: ['web/src/**/*.{ts,tsx}'],
      // The service worker stands between the pages and the server; it makes no calls of its own.
      ignores: ['web/src/lib/api/**', 'web/src/worker/**', ...TESTS],
      rules: { 'no-restricted-globals': ['error', noFetch] },
    },
    {
      files: ['web/src/**/*.{ts,tsx}'],
      rules: { 'no-restricted-syntax': ['error', emptyCatch, injectedByType, callbacksOfMutate] },
    },
    {
      // Hooks and components by the rules of React, queries by those of their library, markup that everybody can use.
      files: ['web/src/**/*.{ts,tsx}'],
      plugins: { 'react-hooks': reactHooks, 'jsx-a11y': jsxA11y, '@tanstack/query': tanstackQuery },
      rules: {
        ...asErrors(reactHooks.configs.flat['recommended-latest'].rules),
        ...asErrors(tanstackQuery.configs['flat/recommended-strict'][0].rules),
        ...asErrors(jsxA11y.flatConfigs.strict.rules),
        // Notes about what the React Compiler leaves as it is; there is no compiler here.
        'react-hooks/incompatible-library': 'off',
        'react-hooks/preserve-manual-memoization': 'off',
        // Focus is given on purpose where a page or a dialog begins with its only field.
        'jsx-a11y/no-autofocus': 'off',
        // The keys and the focus of a combobox's options belong to its input (aria-activedescendant).
        'jsx-a11y/click-events-have-key-events': 'off',
        'jsx-a11y/interactive-supports-focus': 'off',
        'jsx-a11y/no-noninteractive-element-to-interactive-role': ['error', { table: ['grid'], td: ['gridcell'] }],
        // Keys and drops may be heard by the list or table around; what is pressed must be a control.
        'jsx-a11y/no-noninteractive-element-interactions': ['error', { handlers: PRESSES }],
        'jsx-a11y/no-static-element-interactions': ['error', { handlers: PRESSES }],
        // What scrolls must be reachable by keys.
        'jsx-a11y/no-noninteractive-tabindex': ['error', { tags: ['ol', 'ul', 'pre'], roles: SCROLLING_ROLES }],
        'jsx-a11y/label-has-associated-control': ['error', { assert: 'either', depth: 5 }],
      },
    },
    {
      // Programs of the command line speak on the console.
      files: ['deploy/**/*.ts', 'web/server/**/*.ts', 'web/scripts/**/*.ts', 'web/e2e/**/*.ts'],
      rules: { 'no-console': 'off' },
    },
  );
}
