import { describe, expect, it } from 'vitest';
import type { RebuildReport } from '../../src/pipeline/rebuild.ts';
import {
  formatRebuild,
  formatRebuildProgress,
  showRebuildProgress,
} from '../../src/render/rebuild-summary.ts';

const url = 'https://repository.example/record/1';
const report: RebuildReport = {
  startedAt: '2026-11-21T09:00:00.000Z',
  endedAt: '2026-11-21T09:00:10.000Z',
  interrupted: false,
  urls: 20_000,
  left: 0,
  records: { added: 1, replaced: 19_000, unchanged: 998, removed: 0, failed: 1 },
  quads: 3_100_000,
  problems: {},
  skipped: {},
  examples: [],
};

describe('the summary of a rebuild', () => {
  it('summarises the states of the graphs', () => {
    expect(formatRebuild(report)).toMatchInlineSnapshot(`
      "Rebuild finished after 10.0 s: 20,000 URLs, 3,100,000 statements
        records  1 added, 19,000 replaced, 998 unchanged, 1 failed

      No problems.
      "
    `);
  });

  it('says what was left out or left alone, what went wrong, and how to go on', () => {
    const all: RebuildReport = {
      ...report,
      interrupted: true,
      left: 1,
      problems: { 'iri-repaired': 12, 'no-triples': 1 },
      skipped: { 'type-not-wanted': 2 },
      examples: [
        { kind: 'iri-repaired', url, value: 'https://a b/', repaired: 'https://a%20b/' },
        { kind: 'no-triples', url },
      ],
    };
    expect(formatRebuild(all)).toMatchInlineSnapshot(`
      "Rebuild was interrupted after 10.0 s: 20,000 URLs, 3,100,000 statements
        records  1 added, 19,000 replaced, 998 unchanged, 1 failed
        left out 2 records of types that no source wants
        1 URL left unchanged: the kept documents are of several visits, the last
        of which was incomplete. The next harvest replaces them.
        The graphs made so far are stored; run rebuild again for the rest.

      Problems, with an example of each kind
        error   1  no-triples
          JSON-LD without statements: https://repository.example/record/1
        info   12  iri-repaired
          IRI repaired ("https://a b/" → "https://a%20b/"): https://repository.example/record/1
      "
    `);
  });
});

describe('the progress of a rebuild', () => {
  it('says in one line how far it is and how fast', () => {
    expect(formatRebuildProgress(report, 20_500)).toBe(
      '19,999 of 20,500 records  19,001 changed  1 failed  1999.9 records/s',
    );
  });

  it('is one line of a terminal, which is gone at the end', async () => {
    let written = '';
    const output = { isTTY: true, columns: 30, write: (text: string) => (written += text) };
    const end = showRebuildProgress(() => report, 20_500, output);
    await expect.poll(() => written).toContain('\r\u001B[2K19,999 of 20,500 records  19,');
    end();
    expect(written.endsWith('\r\u001B[2K')).toBe(true);
    expect(written).not.toContain('changed');
  });
});
