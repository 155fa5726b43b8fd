import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import jsonld from 'jsonld';
import type { ShapesValidation } from '../../../src/conformance/shacl/validate-shapes.ts';
import type { StatementText } from '../../../src/rdf/n-quads.ts';
import { expandAll } from '../../expand/expanding.ts';

const corpora = process.env['CDIF_CORPORA'] ?? '';

/** The official CDIF shapes for discovery, where `CDIF_CORPORA` has them. */
export const officialShapes = join(
  corpora,
  'cdif-validation/data/ShaclValidation/CDIF-Discovery-Shapes.ttl',
);

/** Whether the shapes and records that others published are there. */
export const hasOfficialShapes = existsSync(officialShapes);

/** The documents of a folder of a corpus. */
export function documentsIn(
  folder: string,
): readonly { readonly url: string; readonly json: string }[] {
  return readdirSync(join(corpora, folder))
    .filter((name) => /\.json(?:ld)?$/u.test(name))
    .toSorted()
    .map((name) => {
      const file = join(corpora, folder, name);
      return { url: pathToFileURL(file).href, json: readFileSync(file, 'utf8') };
    });
}

/** The record graphs of documents, as a harvest makes them. */
export async function harvestedGraphs(folder: string): Promise<readonly StatementText[]> {
  const graphs: StatementText[] = [];
  for (const { url, json } of documentsIn(folder)) {
    const outcomes = await expandAll([json], { documentUrl: url, baseIri: url });
    for (const outcome of outcomes) {
      if (outcome.kind === 'produced' && outcome.value.kind === 'graph')
        graphs.push(outcome.value.graph);
    }
  }
  return graphs;
}

/** The graphs of documents by the JSON-LD algorithm alone, without our choice of records. */
export async function plainGraphs(folder: string): Promise<readonly StatementText[]> {
  const graphs: StatementText[] = [];
  for (const { url, json } of documentsIn(folder)) {
    const graph = `https://records.example/${basename(url)}`;
    const options = { base: url, format: 'application/n-quads' } as const;
    const rdf = await jsonld.toRDF(JSON.parse(json) as object, options);
    const nquads = rdf as unknown as string; // With a format it is text.
    graphs.push({ graph, nquads: nquads.replaceAll(/ \.$/gmu, ` <${graph}> .`) });
  }
  return graphs;
}

/** Counts by severity. */
export function countSeverities(validations: readonly ShapesValidation[]): Record<string, number> {
  return countBy(validations, ({ severity }) => severity);
}

/** Counts by severity, component and shape; `_` for shapes without IRI. */
export function countKinds(validations: readonly ShapesValidation[]): Record<string, number> {
  return countBy(validations, ({ severity, component, shape }) => {
    const name = shape.startsWith('_:') ? '_' : /(\w+)>$/u.exec(shape)?.[1];
    const kind = /#(\w+)ConstraintComponent$/u.exec(component)?.[1];
    return [severity, kind, name].join(' ');
  });
}

function countBy(
  validations: readonly ShapesValidation[],
  keyOf: (result: ShapesValidation['results'][number]) => string,
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const result of validations.flatMap(({ results }) => results)) {
    const key = keyOf(result);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}
