import { describe, expect, it } from '@jest/globals';
import { reportMail } from './mail-texts.ts';

const facts = {
  publicUrl: 'https://reports.example',
  brand: { name: 'Rye & Co', color: '#B5342B', isWhiteLabel: true },
  days: { from: '2026-11-16', to: '2026-11-22' },
  format: 'pdf' as const,
  unsubscribeToken: 'Stop-_456',
};

describe('the mail of a report', () => {
  it('says whose report it is, of which days, and how it is stopped', () => {
    const { subject, text, unsubscribe } = reportMail(facts);
    expect(subject).toBe('Rye & Co: report for Nov 16 – 22, 2026');
    expect(text).toContain('The report of Rye & Co for Nov 16 – 22, 2026 is attached as a PDF.');
    expect(text).toContain('Stop this report (https://reports.example/unsubscribe?token=Stop-_456)');
    expect(unsubscribe).toBe('https://reports.example/api/notifications/unsubscribe?token=Stop-_456');
  });

  it('names the business alone when it is white-label, with its color', () => {
    const { from, subject, text, html } = reportMail(facts);
    expect(from).toBe('Rye & Co');
    expect([subject, text, html].join('\n')).not.toMatch(/postloom/i);
    expect(html).toContain('bgcolor="#B5342B"');
    expect(text.trimEnd().endsWith('Rye & Co')).toBe(true);
  });

  it('has the logo of a white-label one, small enough for a phone, and of no other', () => {
    const logo = { png: 'iVBORw0KGgo=', width: 480, height: 120 };
    const branded = reportMail({ ...facts, brand: { ...facts.brand, logo } });
    expect(branded.logo).toEqual(logo);
    expect(branded.html).toContain('<img src="cid:logo" width="240" height="60" alt=""');
    const plain = reportMail({ ...facts, brand: { ...facts.brand, logo, isWhiteLabel: false } });
    expect(plain.logo).toBeUndefined();
    expect(plain.html).not.toContain('<img');
    expect(reportMail(facts).html).not.toContain('<img');
  });

  it('says whom it is about when it is from somebody else', () => {
    const brand = { ...facts.brand, name: 'Studio North', about: 'Rye & Co' };
    const { from, subject, text } = reportMail({ ...facts, brand });
    expect(from).toBe('Studio North');
    expect(subject).toBe('Studio North: report of Rye & Co for Nov 16 – 22, 2026');
    expect(text).toContain('The report of Rye & Co for Nov 16 – 22, 2026 is attached');
    expect(text.trimEnd().endsWith('Studio North')).toBe(true);
  });

  it('is one of the product otherwise', () => {
    const { from, text, html } = reportMail({ ...facts, brand: { ...facts.brand, isWhiteLabel: false } });
    expect(from).toBeUndefined();
    expect(text).toContain('Postloom');
    expect(html).toContain('Postloom');
    expect(html).not.toContain('#B5342B');
  });

  it('takes no mark-up from the name of a business, nor another line', () => {
    const name = '<b>Rye</b>\r\nBcc: x@example.com';
    const { from, subject, html } = reportMail({ ...facts, brand: { ...facts.brand, name } });
    expect(html).not.toContain('<b>Rye');
    expect(`${from}${subject}`).not.toMatch(/[\r\n]/);
  });
});
