import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { GraphChange } from '../../src/catalogue/changes-since.ts';
import { storeDialects } from '../../src/engine/store/store-dialects.ts';
import { exportUpdate, updateOfChanges } from '../../src/export/export-changes.ts';
import { exported, sourceOf } from './pieces.ts';

const { virtuoso, standard } = storeDialects;
const duration = '"P1Y"^^<http://www.w3.org/2001/XMLSchema#duration>';
const longGraph = `http://e.org/${'a'.repeat(2000)}`;

async function updateOf(change: GraphChange): Promise<string> {
  async function* source(): AsyncGenerator<GraphChange> {
    yield change;
  }
  let update = '';
  for await (const part of updateOfChanges(source(), false, virtuoso)) update += part;
  return update;
}

function nquads(line: string, graph: string): string {
  return `${line} <${graph}> .\n`;
}

describe('an export for Virtuoso', () => {
  it.each(['nq', 'trig', 'nt', 'ttl', 'jsonld'] as const)(
    'has the terms that it keeps: %s',
    async (format) => {
      const source = sourceOf({ 'urn:g': [`<urn:a> <urn:p> ${duration}`] });
      expect(await exported(source, { format })).toContain('duration');
      const sent = await exported(source, { format, dialect: virtuoso });
      expect(sent).toContain('P1Y');
      expect(sent).not.toContain('duration');
    },
  );

  it('names a graph like the resources that have its IRI', async () => {
    const source = sourceOf({ [longGraph]: [`<urn:a> <urn:p> <${longGraph}>`] });
    const sent = await exported(source, { dialect: virtuoso });
    expect(sent).toMatch(/ (<urn:cdif-graph:iri:[\da-f]{32}>) \1 \.\n$/u);
  });

  it('deletes what was sent, and drops and fills the graph of the sent name', async () => {
    const before = nquads(`<urn:a> <urn:p> ${duration}`, 'urn:g');
    const after = nquads('<urn:a> <urn:p> "P2Y"', 'urn:g');
    const change = await updateOf({ kind: 'record', graph: 'urn:g', before, after });
    expect(change).toContain('DELETE DATA { GRAPH <urn:g> {\n<urn:a> <urn:p> "P1Y" .\n}');
    const node = nquads(`<urn:a> <urn:p> _:n1`, longGraph);
    const whole = await updateOf({ kind: 'record', graph: longGraph, before: '', after: node });
    expect(whole).toMatch(/^DROP SILENT GRAPH (<urn:cdif-graph:iri:[\da-f]{32}>)\n;\n/u);
    const full = await exported(sourceOf({ [longGraph]: ['<urn:a> <urn:p> _:n1'] }), {
      skolemize: true,
      dialect: virtuoso,
    });
    const genid = /<urn:cdif-graph:genid:[\da-f]{32}>/u;
    expect(genid.exec(whole)?.[0]).toBe(genid.exec(full)?.[0] ?? 'none');
  });

  it('has operations of the size that the dialect says', async () => {
    const lines = Array.from({ length: 1500 }, (_, n) => `<urn:a> <urn:p> "${n}"`);
    const operations = async (dialect: typeof standard | typeof virtuoso): Promise<number> => {
      const out = new PassThrough();
      const written = text(out);
      const source = {
        ...sourceOf({ 'urn:g': lines }),
        changesSince: () => {
          throw new Error('not asked for');
        },
      };
      await exportUpdate(source, out, { dialect });
      out.end();
      return (await written).split('INSERT DATA').length - 1;
    };
    expect(await operations(virtuoso)).toBe(2);
    expect(await operations(standard)).toBe(1);
  });
});
