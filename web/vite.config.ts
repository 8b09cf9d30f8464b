import react from '@vitejs/plugin-react';
import tailwind from '@tailwindcss/vite';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultClientConditions, minify, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const apiOrigin = process.env['POSTLOOM_API_ORIGIN'] ?? 'http://127.0.0.1:3000';

/** Data and pure functions of the contracts, by file: what screens show, without the schemas beside it. */
const contractData = {
  'identity/industries.ts': ['industries', 'toneFor', 'createFormTones', 'editorTones'],
  'plans/plans.ts': ['planCatalogue', 'UNLIMITED'],
  'platforms/catalogue.ts': ['platformRules', 'platforms'],
  'platforms/caption-length.ts': ['captionLengthWith'],
  'platforms/rules.ts': ['HASHTAG', 'hashtagsOf', 'MENTION'],
  'platforms/crop-fixes.ts': ['centredCrop'],
  'media/album-moves.ts': ['MOST_ALBUM_LEVELS', 'whyNotInside'],
  'media/album-tree.ts': ['albumLevels', 'albumPath'],
  'media/library-rules.ts': ['LONGEST_PHOTO_NAME', 'LONGEST_TAG', 'MOST_COUNTED'],
  'media/logo-rules.ts': ['logoMessages', 'logoTypes', 'MAX_LOGO_BYTES'],
  'media/photo-look.ts': ['applyTone', 'lookFrame', 'lookMatrix', 'MOST_DEGREES', 'MOST_TONE', 'toneOf', 'untouched'],
  'media/upload-rules.ts': [
    'acceptedPhotoTypes',
    'MAX_PHOTO_BYTES',
    'photoTypes',
    'UPLOAD_PART_BYTES',
    'uploadMessages',
    'uploadQueueLimits',
  ],
  'scheduling/known-caption.ts': ['knownCaption', 'spokenFor'],
  'scheduling/messages.ts': ['postMessages'],
  'attention/attention-rules.ts': ['failedSince', 'needOf'],
  'analytics/figures.ts': ['interactionNames'],
  'analytics/finding-sentence.ts': ['findingSentence'],
  'publisher/shared-sentence.ts': ['sharedSentence'],
  'captions/languages.ts': ['captionLanguages', 'LONGEST_CHANGED'],
  'captions/providers.ts': ['aiProviders', 'LONGEST_POSTED', 'LONGEST_REPLACED'],
} as const;

/**
 * A second copy of those files whose schemas nobody uses, so that they fall away; the first copy, with the validator, stays
 * in the chunks of the forms.
 */
function lightContractData(): Plugin {
  const file = here('./src/lib/contract-data.ts');
  return {
    name: 'postloom-light-contract-data',
    apply: 'build',
    enforce: 'pre',
    resolveId(id, importer) {
      if (id.endsWith('?light')) {
        return id;
      }
      // What a light file imports from its neighbours is light too.
      if (!importer?.endsWith('?light') || !id.startsWith('.')) {
        return null;
      }
      return `${resolve(dirname(importer), id)}?light`;
    },
    async load(id) {
      if (id === file) {
        return Object.entries(contractData)
          .map(
            ([from, names]) => `export { ${names.join(', ')} } from '${here(`../libs/contracts/src/${from}`)}?light';`,
          )
          .join('\n');
      }
      if (!id.endsWith('?light')) {
        return null;
      }
      return {
        code: await readFile(id.slice(0, -'?light'.length), 'utf8'),
        moduleType: 'ts',
        moduleSideEffects: false,
      };
    },
  };
}

/**
 * Production builds need of a route only method and path. The schemas stay in the chunks whose forms
 * validate with them; this keeps the validator (25 kB) out of the first load.
 */
function lightRoutes(): Plugin {
  const file = here('./src/lib/api/routes.ts');
  return {
    name: 'postloom-light-routes',
    apply: 'build',
    async load(id) {
      if (id !== file) {
        return null;
      }
      const { routes } = (await import(here('../libs/contracts/src/routes/routes.ts'))) as {
        routes: Record<string, { method: string; path: string }>;
      };
      const light = Object.entries(routes)
        // What platforms and programs call or a picture names, no page calls.
        .filter(([, { path }]) => !/^\/(objects|api\/(docs|openapi|media\/pull|platform-callbacks))\b/.test(path))
        .map(([name, { method, path }]) => `${name}: route('${path}'${method === 'GET' ? '' : `, '${method}'`}),`);
      return [
        "const route = (path, method = 'GET') => ({ method, path });",
        'export const routes = {',
        ...light,
        '};',
      ].join('\n');
    },
  };
}

/**
 * In our own code `z` gets a name that no other code has. A call of it may go where its value is not used (`manualPureFunctions`
 * below), and minified libraries call by that letter what must not go: in Preact it sets every inline style of the upload widget.
 */
function namedSchemas(): Plugin {
  return {
    name: 'postloom-named-schemas',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: { exclude: /node_modules/ }, code: /\{ z \} from 'zod'/ },
      handler: (code) => ({
        code: code
          .replace("{ z } from 'zod'", "{ z as zodSchema } from 'zod'")
          .replaceAll(/(?<![\w$.'"`/-])z(?=\s*\.\s*[a-z])/g, 'zodSchema'),
        map: null,
      }),
    },
  };
}

/** Writes the script that sets the theme into the page: a file of its own would hold up the first paint for a round trip. */
function firstTheme(): Plugin {
  return {
    name: 'postloom-first-theme',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const file = here('./src/app/first-theme.js');
        const { code } = await minify(file, await readFile(file, 'utf8'));
        return html.replace('<!-- first theme -->', () => `<script>${code.trim()}</script>`);
      },
    },
  };
}

/**
 * Left to itself the bundler makes a file of every module that a different set of pages shares: 60 to 75 requests a page, most of
 * them under 1 kB. These groups are what is loaded together anyway; a group takes along what its modules import. The first
 * that fits has a module. `scripts/budget.mjs` prints what each page then loads.
 */
const chunks = [
  ['react', /node_modules\/(react|react-dom|scheduler)\//],
  // With every page.
  [
    'app',
    /web\/src\/(app\/(app\.tsx|new-version\.ts|signed-in-data\.ts|device-data\.ts|device\/seen-database\.ts)|data\/page-context\.tsx|lib\/support\.ts)$/,
  ],
  // What forms and cards of visitors and members share, and what the pages about an account add.
  [
    'fields',
    /web\/src\/(ui\/(touch\.ts|(input|field|copy-field|form-error|badge|card|status|platform|toast-outlet)\.tsx)|lib\/(intent-key|format|words)\.ts|features\/account\/(api\/confirm-address\.ts|components\/send-confirmation\.tsx))$|\/icons\/(check|circle-check|eye|eye-off|mail-check|link-2-off|arrow-right|x)\.mjs$/,
  ],
  ['forms', /web\/src\/lib\/forms\.ts$/],
  // With the forms whose edits are kept; the other forms and the composer do without.
  ['edits', /web\/src\/(lib\/(edited-values|use-saved-values|use-kept-edits)\.ts|ui\/save-row\.tsx)$/],
  [
    'account',
    /web\/src\/features\/account\/(components|api)\/(auth-layout|notice|new-password|new-password-field|password-input)\.tsx?$/,
  ],
  // With every page of a member: the shell, and small things that most of these pages need.
  [
    'product',
    /libs\/contracts\/src\/scheduling\/known-caption|web\/src\/(app\/(shell\/shell|main-job|needs-business|post-dialogs)\.tsx|app\/device\/(new-release|seen-at|when-idle)\.ts|features\/media\/(api\/photo-(edits|copies)|take-dropped|zip\/take-zips)\.ts|features\/businesses\/(industry\.ts|tones\.ts|components\/business-switcher\.tsx)|features\/calendar\/calendar-entries\.ts|features\/social\/components\/account-warnings\.tsx|ui\/(page-header|progress|native-select|avatar)\.tsx|components\/(async|loaded-card|notice|photo-image)\.tsx|(lib|data)\/(?!far-photos|free-slots|photo-pages|photo-patch|photo-query|post-patch|replace-post|row-patch|use-free-slots|rhythm|save-file|api\/watch).*\.tsx?)$/,
  ],
  ['icons', /\/lucide-react\/.*\/icons\//],
  // What dialogs, menus, boxes to tick and switches share: with the first of any of them.
  ['primitives', /node_modules\/@radix-ui\/(primitive|react-(context|id|presence|primitive|use-[a-z-]+))\//],
  // With the first dialog.
  ['dialog', /web\/src\/ui\/(dialog|confirm-dialog)\.tsx$/],
  // With the dashboard and the settings; the caption writer needs a part of it.
  [
    'cards',
    /web\/src\/features\/(captions\/(texts|caption-draft|api\/captions)\.ts|(social\/components\/social-accounts-card|businesses\/components\/business-cards)\.tsx)$/,
  ],
  ['popover', /web\/src\/ui\/popover\.tsx$/],
  ['photos', /web\/src\/features\/media\/components\/(photo-search|upload-list|file-button)\.tsx?$/],
  // The tiles of the library and of the photo picker.
  [
    'tiles',
    /web\/src\/(data\/photo-(pages|query)\.ts|features\/media\/(tiles\.ts|components\/(tile-item|rest-not-loaded)\.tsx))$/,
  ],
  // With the page of the schedules, and with the post of one that is opened over the calendar.
  [
    'schedules',
    /web\/src\/(features\/automation\/(texts|use-skip|api\/schedules)|data\/rhythm|app\/one-photo-picker)\.tsx?$/,
  ],
  // Small things about uploads: with what every page does for them, the upload dialog, zips, and folders.
  ['uploads', /web\/src\/features\/media\/(unfinished-uploads|more-ways-texts|is-of-system)\.ts$/],
  // With the library, and with the dialogs that it opens.
  ['library', /web\/src\/features\/media\/(texts|api\/(photos|tags))\.ts$/],
  // With the dialogs that delete photos or bring them back, and with those of the writer: small things that two or three of them share.
  ['deletions', /web\/src\/features\/media\/(deletion-texts|recently-deleted-texts|api\/deleted-photos)\.ts$/],
  ['provider', /web\/src\/features\/captions\/(provider-texts|api\/provider|components\/provider-badges)\.tsx?$/],
] as const;

export default defineConfig({
  plugins: [firstTheme(), lightRoutes(), lightContractData(), namedSchemas(), react(), tailwind()],
  resolve: { conditions: ['postloom-source', ...defaultClientConditions] },
  ssr: { resolve: { conditions: ['postloom-source', ...defaultClientConditions] }, noExternal: true },
  build: {
    outDir: 'dist',
    manifest: true,
    target: 'es2022',
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      treeshake: {
        // Building a schema has no effect of its own: unused schemas of the contracts may go.
        manualPureFunctions: ['zodSchema', 'text', 'listOf', 'pageOf', 'defineRoute', 'defineRpc', 'defineEvent'],
        moduleSideEffects: [
          { test: /libs[\\/]contracts[\\/]/, sideEffects: false },
          { test: /web[\\/]src[\\/](ui|lib|data|components)[\\/].*\.tsx?$/, sideEffects: false },
        ],
      },
      output: {
        codeSplitting: {
          groups: chunks.map(([name, test], index) => ({
            name,
            test,
            priority: chunks.length - index,
            ...(name === 'react' || name === 'app' ? {} : { minShareCount: 2 }),
          })),
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': apiOrigin, '/objects': apiOrigin },
  },
  preview: { host: '127.0.0.1', port: 4173 },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.spec.{ts,tsx}', 'scripts/*.spec.mjs'],
    setupFiles: ['src/test-setup.ts'],
    // Files of one worker share its modules and its document (ADR 22): 8 s instead of 41.
    isolate: false,
    css: false,
    testTimeout: 30_000,
  },
});
