import type { ImportResult } from '@postloom/contracts';
import { importLimits } from '@postloom/contracts';
import { describe, expect, it } from 'vitest';
import { columnName, csvLimits, csvTemplate, fileProblem, summaryOf } from './import-rules.ts';

const result = (created: number, refused: number, untried = 0): ImportResult => ({
  total: created + refused + untried,
  created,
  refused,
  rows: Array.from({ length: untried }, (_, row) => ({ row, outcome: 'not_tried' as const, postId: null, errors: [] })),
});

describe('the file', () => {
  it('has the limits of the contract', () => expect(csvLimits).toEqual(importLimits));
  it('is refused before it is sent, with the reason', () => {
    expect(fileProblem({ name: 'posts.csv', size: 10, type: 'text/csv' })).toBeNull();
    expect(fileProblem({ name: 'posts.xlsx', size: 10, type: 'application/vnd.ms-excel' })).toContain('not a CSV file');
    expect(fileProblem({ name: 'posts.csv', size: 0, type: '' })).toContain('empty');
    expect(fileProblem({ name: 'posts.csv', size: 500_001, type: '' })).toContain('larger');
  });
  it('starts from a template that quotes its commas', () => {
    const [head, first] = csvTemplate('2026-12-01').split('\r\n');
    expect(head).toBe('caption,platforms,date,time,photos,caption_x');
    expect(first).toBe(
      '"Rye from this morning, still warm.","instagram, x",2026-12-01,09:00,rye.jpg,"Rye, still warm."',
    );
  });
});

describe('the outcome', () => {
  it('says what was made and what was not', () => {
    expect(summaryOf(result(2, 0))).toEqual({ tone: 'moss', text: '2 posts created.' });
    expect(summaryOf(result(1, 1)).text).toBe('1 post created, 1 row of 2 could not be imported.');
    expect(summaryOf(result(0, 1, 2)).text).toBe(
      'Nothing was created: 1 row of 3 could not be imported, so the others were skipped too.',
    );
  });
  it('says what was left out because it was there already', () => {
    expect(summaryOf({ ...result(6, 0), duplicates: 14 })).toEqual({
      tone: 'moss',
      text: '6 posts created. 14 rows left out because their posts exist already.',
    });
    expect(summaryOf({ ...result(0, 0), duplicates: 1 })).toEqual({
      tone: 'weld',
      text: 'Nothing was created. 1 row left out because its post exists already.',
    });
  });
  it('names columns as people know them', () => {
    expect(columnName('caption_twitter')).toBe('caption for X');
    expect(columnName('date')).toBe('date');
  });
});
