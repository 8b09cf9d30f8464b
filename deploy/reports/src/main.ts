import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { Analytics } from '../../../libs/contracts/src/index.ts';
import type { ReportBrand } from '../../../libs/contracts/src/index.ts';
import { pdfOf } from '../../../services/analytics/src/reports/pdf.ts';
import { reportOf } from '../../../services/analytics/src/reports/report.ts';
import { insideOfPdf } from '../../../services/analytics/src/reports/testing/read-files.ts';
import { defineRun, number } from '../../harness/src/define-run.ts';
import { seededMonth } from './seeded-month.ts';

const run = defineRun({
  name: 'report-pictures',
  summary:
    'Makes the PDF report of a seeded month twice, as every plan has it and white-label with a logo, turns the pages into pictures to be looked at, and checks that the white-label one has the product’s name nowhere in its bytes: not in its words, not in what it says of itself, not in a compressed part. A few seconds. Needs pdftoppm.',
  settings: { dpi: number(110, 'pixels per inch of the pictures') },
});

const PRODUCT = /postloom/i;
const tools = promisify(execFile);

const logo = await sharp(
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="336" height="112"><circle cx="56" cy="56" r="44" fill="#2E6B48"/>
    <path d="M112 40h200v12H112zM112 66h140v12H112z" fill="#211C36"/></svg>`,
  ),
)
  .png()
  .toBuffer();
const brands: Readonly<Record<'plain' | 'white-label', ReportBrand>> = {
  plain: { name: 'Marlow Bakehouse', color: null, isWhiteLabel: false },
  'white-label': {
    ...{ name: 'Studio North', about: 'Marlow Bakehouse', color: '#2E6B48', isWhiteLabel: true },
    logo: { png: logo.toString('base64'), width: 336, height: 112 },
  },
};

rmSync(run.folder, { recursive: true, force: true });
mkdirSync(run.folder, { recursive: true });
const { analytics, albums } = seededMonth();
for (const [name, brand] of Object.entries(brands)) {
  const bytes = await pdfOf(reportOf({ analytics: Analytics.parse(analytics), brand, albums }));
  const path = join(run.folder, `${name}.pdf`);
  writeFileSync(path, bytes);
  await pictures(path, join(run.folder, name));
  const isNamed = PRODUCT.test(insideOfPdf(bytes));
  // The plain one shows that the search would find the name.
  if (isNamed === brand.isWhiteLabel) {
    process.exitCode = 1;
  }
  process.stdout.write(
    `${name}: ${isNamed ? 'names the product' : 'has the product’s name nowhere'}, ${bytes.length} bytes\n`,
  );
}
const made = readdirSync(run.folder).filter((file) => file.endsWith('.png'));
process.stdout.write(`${made.length} pages to look at: ${run.folder}\n`);

async function pictures(path: string, prefix: string): Promise<void> {
  try {
    await tools('pdftoppm', ['-r', String(run.settings.dpi), '-png', path, prefix]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw error;
    }
    process.stderr.write('pdftoppm is not installed. On Debian and Ubuntu: apt-get install poppler-utils\n');
    process.exit(1);
  }
}
