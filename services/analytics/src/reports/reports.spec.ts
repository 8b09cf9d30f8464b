import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { MakeReport } from './make-report.ts';
import type { ReportInput } from './report.ts';
import { aLogo, aReport, emptyAnalytics } from './testing/a-report.ts';
import { insideOfPdf, picturesOfPdf, readPdf, unzipped } from './testing/read-files.ts';

const PRODUCT = /postloom/i;
const made = async (change: Partial<ReportInput>) => {
  const { base64, ...rest } = await new MakeReport().execute(aReport(change));
  return { ...rest, bytes: Buffer.from(base64, 'base64') };
};
const plain = { name: 'Rye & Co', color: null, isWhiteLabel: false };

describe('a report as PDF', () => {
  it('says who it is from, the figures beside those before, and what is behind them', async () => {
    const { bytes, fileName, mimeType } = await made({});
    expect({ fileName, mimeType }).toEqual({
      fileName: 'rye-co-report-2026-10-01-to-2026-10-31.pdf',
      mimeType: 'application/pdf',
    });
    const { pages } = await readPdf(bytes);
    const all = pages.join(' ').replace(/\s+/g, ' ');
    expect(pages[0]?.replace(/\s+/g, ' ')).toContain('Rye & Co');
    expect(all).toContain('Oct 1 – 31, 2026. Compared with Aug 31 – Sep 30, 2026.');
    expect(all).toContain('Engagement rate (%) 4.80 4.44');
    expect(all).toContain('Followers 1,240 1,200');
    expect(all).toContain('Instagram, before 1,120 22,100 402 – 31');
    expect(all).toContain('Photos from the album “Market” got about 31% more engagement');
    expect(all).toContain('Monday from 9 AM 12 24 8 41');
    expect(all).toContain('Tuesday from 9 AM 4 0 -2 2');
    expect(all).toContain('This post was deleted.');
    expect(all).toContain('Casual 14 300');
    // Days as people write them; every rate with as many decimals.
    expect(all).toContain('Oct 1, 2026 to Oct 31, 2026; highest');
    expect(all).toContain('Market 14 300 5,000 10,000 6.00');
    expect(all).toContain(`1 / ${pages.length}`);
  });

  it('has letters of other languages without their marks where its typeface lacks them, and no emoji', async () => {
    const all = (await readPdf((await made({})).bytes)).pages.join(' ').replace(/\s+/g, ' ');
    expect(all).toContain('Crème brûlée for remeslo');
  });

  it('shows a gap where it has no typeface for a word, and says so once, without a word about who made it', async () => {
    const [first, ...others] = aReport().analytics.topPosts;
    const analytics = {
      ...aReport().analytics,
      topPosts: first ? [{ ...first, caption: 'Свежий хлеб, today 🥖 #хлеб パン屋' }, ...others] : [],
    };
    const brand = { name: 'Пекарня Marlow', color: null, isWhiteLabel: true };
    const all = (await readPdf((await made({ analytics, brand })).bytes)).pages.join(' ').replace(/\s+/g, ' ');
    expect(all).toMatch(/^\[…\] Marlow/);
    expect(all).toContain('[…], today #[…]');
    const said = '[…] stands for letters that this file has no typeface for. The spreadsheet has them all.';
    expect(all.split(said)).toHaveLength(2);
    expect((await readPdf((await made({})).bytes)).pages.join(' ')).not.toContain('[…]');
  });

  it('says in words that no day has a bar, and has no table of what nobody told', async () => {
    const untold = { ...emptyAnalytics.totals, posts: 3 };
    const analytics = {
      ...emptyAnalytics,
      byDay: emptyAnalytics.byDay.map((day, index) => (index === 4 ? { ...day, posts: 1, interactions: 0 } : day)),
      byWeekday: [{ weekday: 1, ...untold }],
    };
    const all = (await readPdf((await made({ analytics })).bytes)).pages.join(' ').replace(/\s+/g, ' ');
    expect(all).toContain('Interactions by day No interactions on any of these days.');
    expect(all).toContain('By weekday Weekday Publications Monday 3');
  });

  it('says that no time stands out, as the page does, and lists no zeros', async () => {
    const cells = [0, 12, 21].map((hour) => ({ weekday: 1, hour, score: 0, posts: 7, low: -4, high: 4 }));
    const times = (low: number) => ({ basis: 'own' as const, cells: cells.map((cell) => ({ ...cell, low })) });
    const said = async (low: number) => {
      const { bytes } = await made({ analytics: { ...aReport().analytics, bestTimes: times(low) } });
      return (await readPdf(bytes)).pages.join(' ').replace(/\s+/g, ' ');
    };
    expect(await said(0)).toContain('Best times Finding No time stands out from the others yet. By weekday');
    expect(await said(1)).toMatch(/Monday from 12 AM 7 .*Monday from 12 PM 7 .*Monday from 9 PM 7 /);
  });

  it('keeps every word on the page, however long it is and whatever it is made of', async () => {
    const [first] = aReport().analytics.topPosts;
    const analytics = {
      ...aReport().analytics,
      topPosts: first ? [{ ...first, caption: 'x'.repeat(60_000) }] : [],
      byHashtag: Array.from({ length: 30 }, (_, n) => ({ ...emptyAnalytics.totals, hashtag: 'パン'.repeat(50) + n })),
    };
    const { pages } = await readPdf((await made({ analytics, brand: { ...plain, name: '🥖'.repeat(100) } })).bytes);
    expect(pages.join('')).toMatch(/x{20,}/);
    expect(pages.length).toBeLessThan(6);
  });

  it('names the columns again where a table goes over a page, and leaves no heading alone at the end of one', async () => {
    const byHashtag = Array.from({ length: 30 }, (_, n) => ({
      ...{ ...emptyAnalytics.totals, measured: 1, hashtag: `tag${n}` },
    }));
    const analytics = { ...aReport().analytics, byHashtag };
    const { pages } = await readPdf((await made({ analytics })).bytes);
    const whole = pages.map((page) => page.replace(/\s+/g, ' '));
    const withTags = whole.filter((page) => page.includes('#tag'));
    expect(withTags.length).toBeGreaterThan(1);
    for (const page of withTags) {
      expect(page).toMatch(
        /Hashtag Publications Interactions People reached Views Engagement rate \(%\) #tag\d+ .*#tag/,
      );
    }
  });

  it('is a short one for a business that has not begun, without a single zero for what is not known', async () => {
    const { pages } = await readPdf((await made({ analytics: emptyAnalytics })).bytes);
    const all = pages.join(' ').replace(/\s+/g, ' ');
    expect(all).toContain('Published posts 0 0');
    expect(all).toContain('Interactions – –');
    expect(all).toContain('Interactions by day Nothing was reported for these days.');
    expect(all).not.toContain('Top posts');
    expect(all).not.toContain('Accounts');
  });
});

describe('a report as CSV', () => {
  it('has every section with its figures', async () => {
    const { bytes } = await made({ format: 'csv' });
    const rows = parse(bytes, { bom: true, relax_column_count: true, skip_empty_lines: true });
    expect(rows).toContainEqual(['Published posts', '14', '12']);
    // A post on two platforms counts twice here, as it does in all that follows.
    expect(rows).toContainEqual(['Publications', '24', '20']);
    expect(rows.filter((row) => row.includes('Posts'))).toEqual([expect.arrayContaining(['Time', 'Posts'])]);
    expect(rows).toContainEqual(['2026-10-04', '23', '2', '900', '1800', '2.56']);
    expect(rows).toContainEqual(['2026-10-05', '', '0', '', '', '']);
    expect(rows).toContainEqual(['Market', '14', '300', '5000', '10000', '6']);
    const accounts = rows.findIndex((row) => row[0] === 'Account');
    expect(rows.slice(accounts, accounts + 4)).toEqual([
      ['Account', 'Followers', 'Views', 'Reached a day, on average', 'Interactions', 'Days told'],
      ['Instagram', '1150', '24300', '410', '612', '29'],
      ['Instagram, before', '1120', '22100', '402', '', '31'],
      ['Facebook', '', '3100', '', '40', '12'],
    ]);
  });

  it('lists the accounts that tell followers alone too, so that the followers add up to their sum', async () => {
    const followers = {
      ...{ now: 1_240, before: 1_200, byDay: [] },
      byPlatform: [
        { platform: 'instagram' as const, now: 1_150, before: 1_120 },
        { platform: 'twitter' as const, now: 90, before: 80 },
        { platform: 'tiktok' as const, now: null, before: 7 },
      ],
    };
    const { bytes } = await made({ format: 'csv', analytics: { ...aReport().analytics, followers } });
    const rows = parse(bytes, { bom: true, relax_column_count: true });
    expect(rows).toContainEqual(['X', '90', '', '', '', '']);
    expect(rows).toContainEqual(['X, before', '80', '', '', '', '']);
    expect(bytes.toString()).toContain('X reports followers only.');
    expect(bytes.toString()).not.toContain('\nTikTok');
  });

  it('lets no caption become a formula, and changes nothing else of it', async () => {
    const rows = parse((await made({ format: 'csv' })).bytes, { bom: true, relax_column_count: true });
    const [caption] = rows.find(([cell]) => cell?.includes('HYPERLINK')) ?? [];
    expect(caption).toBe(`'=HYPERLINK("https://example.org") Crème brûlée 🥖 for řemeslo`);
  });
});

describe('a report as XLSX', () => {
  it('has a sheet for each section, with numbers as numbers and captions as text', async () => {
    const files = await unzipped((await made({ format: 'xlsx' })).bytes);
    const workbook = files.get('xl/workbook.xml') ?? '';
    const names = [...workbook.matchAll(/<sheet [^>]*name="([^"]*)"/g)].map(([, name]) => name);
    expect(names.slice(0, 4)).toEqual(['About', 'Summary', 'By platform', 'Interactions by day']);
    const summary = files.get('xl/worksheets/sheet2.xml') ?? '';
    expect(summary).toMatch(/<c [^>]*r="B2"[^>]*><v>14<\/v>/);
    const inside = [...files.values()].join('\n');
    expect(inside).toContain('Crème brûlée 🥖 for řemeslo');
    expect(inside).not.toContain('<f>');
  });
});

describe('a report with a caption of 60,000 characters', () => {
  const [first] = aReport().analytics.topPosts;
  const caption = 'x'.repeat(60_000);
  const analytics = { ...aReport().analytics, topPosts: first ? [{ ...first, caption }] : [] };

  it('has all of it as CSV, and as XLSX what a cell of Excel holds', async () => {
    expect((await made({ format: 'csv', analytics })).bytes.toString()).toContain(caption);
    const files = await unzipped((await made({ format: 'xlsx', analytics })).bytes);
    const longest = [...files.values()].flatMap((xml) => xml.match(/x{1000,}/g) ?? []).map(({ length }) => length);
    expect(longest).toEqual([32_767]);
  });
});

describe('the file', () => {
  it.each([
    [{ name: 'Harbor Yoga' }, 'harbor-yoga-report-'],
    [{ name: ' Crème & Brûlée, "Café"/\r\n ' }, 'creme-brulee-cafe-report-'],
    [{ name: 'Studio North', about: 'Rye & Co' }, 'rye-co-report-'],
    [{ name: 'Пекарня' }, 'report-'],
    [{ name: 'a'.repeat(200) }, `${'a'.repeat(60)}-report-`],
  ])('is called after its business: %j', async (names, start) => {
    const brand = { color: null, isWhiteLabel: false, ...names };
    expect((await made({ format: 'csv', brand })).fileName).toBe(`${start}2026-10-01-to-2026-10-31.csv`);
  });
});

describe('a white-label report', () => {
  it('names the business alone: not in its words, not in what it says of itself, not in its bytes', async () => {
    const pdf = await made({ format: 'pdf' });
    const { pages, about } = await readPdf(pdf.bytes);
    expect(pages.join(' ')).not.toMatch(PRODUCT);
    expect(about).toMatchObject({ Author: 'Rye & Co', Creator: 'Rye & Co', Producer: 'Rye & Co' });
    expect(insideOfPdf(pdf.bytes)).not.toMatch(PRODUCT);
    expect(insideOfPdf(pdf.bytes)).not.toMatch(/pdf-lib|cantoo/i);
    const csv = await made({ format: 'csv' });
    expect(csv.bytes.toString()).not.toMatch(PRODUCT);
    const xlsx = await unzipped((await made({ format: 'xlsx' })).bytes);
    expect([...xlsx.keys(), ...xlsx.values()].join('\n')).not.toMatch(PRODUCT);
    expect([pdf.fileName, csv.fileName].join()).not.toMatch(PRODUCT);
  });

  it('names the sender that was chosen, and the business that it is about', async () => {
    const brand = { name: 'Studio North', about: 'Rye & Co', color: '#2E6B48', isWhiteLabel: true };
    for (const format of ['pdf', 'csv', 'xlsx'] as const) {
      const { bytes } = await made({ format, brand });
      const read =
        format === 'pdf'
          ? (await readPdf(bytes)).pages.join(' ')
          : format === 'csv'
            ? bytes.toString()
            : [...(await unzipped(bytes)).values()].join('\n').replaceAll('&amp;', '&');
      const words = read.replace(/\s+/g, ' ');
      expect(words).toContain('Social media report for Rye & Co');
      expect(words).toContain('Studio North');
      expect(words).not.toMatch(PRODUCT);
    }
    const { about } = await readPdf((await made({ brand })).bytes);
    expect(about).toMatchObject({ Author: 'Studio North', Creator: 'Studio North', Producer: 'Studio North' });
  });

  it('has the logo in its PDF, right of who it is from, and in its Excel file', async () => {
    const logo = aLogo;
    const branded = { name: 'Rye & Co '.repeat(9).trim(), color: '#2E6B48', isWhiteLabel: true, logo };
    const pdf = (await made({ brand: branded })).bytes;
    const [picture] = await picturesOfPdf(pdf);
    expect(picture).toMatchObject({ width: logo.width, height: logo.height });
    expect(Buffer.from(picture?.data.subarray(0, 3) ?? [])).toEqual(Buffer.from([46, 107, 72]));
    expect(insideOfPdf(pdf)).not.toMatch(PRODUCT);
    const files = await unzipped((await made({ brand: branded, format: 'xlsx' })).bytes);
    expect([...files.keys()].filter((name) => name.startsWith('xl/media/'))).toHaveLength(1);
    expect(files.get('xl/worksheets/sheet1.xml')).toContain('<drawing ');
    expect([...files.keys(), ...files.values()].join('\n')).not.toMatch(PRODUCT);
    expect((await made({ brand: branded, format: 'csv' })).bytes.toString()).not.toContain(logo.png);
  });

  it('has it alone: on the other plans there is none, whoever hands one in', async () => {
    const { bytes } = await made({ brand: { ...plain, logo: aLogo } });
    expect(await picturesOfPdf(bytes)).toEqual([]);
    const files = await unzipped((await made({ brand: { ...plain, logo: aLogo }, format: 'xlsx' })).bytes);
    expect([...files.keys()].filter((name) => name.startsWith('xl/media/'))).toEqual([]);
  });

  it('has the color of the business', async () => {
    const inside = insideOfPdf((await made({})).bytes);
    expect(inside).toContain('0.7098039215686275 0.20392156862745098 0.16862745098039217 rg');
  });

  it('is what only some are: the others say what they were made with', async () => {
    const { pages } = await readPdf((await made({ brand: plain })).bytes);
    expect(pages[0]).toMatch(PRODUCT);
    // The search in the bytes of a white-label one would have found it.
    const inside = insideOfPdf((await made({ brand: { ...plain, name: 'Made with Postloom' } })).bytes);
    expect(inside.match(/Made with Postloom/g)?.length).toBeGreaterThan(4);
    expect((await made({ brand: plain, format: 'csv' })).bytes.toString()).toMatch(PRODUCT);
    const xlsx = await unzipped((await made({ brand: plain, format: 'xlsx' })).bytes);
    expect([...xlsx.values()].join('\n')).toMatch(PRODUCT);
  });
});
