import { Parser } from 'n3';
import { ownTerm, termText } from '../../../src/conformance/shacl/term-graph.ts';
import {
  readShapes,
  type Shapes,
  type ShapeResult,
} from '../../../src/conformance/shacl/validate-shapes.ts';
import type { StatementText } from '../../../src/rdf/n-quads.ts';

const prefixes =
  '@prefix ex: <https://example.org/> .\n' +
  '@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n' +
  '@prefix sh: <http://www.w3.org/ns/shacl#> .\n' +
  '@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n';

/** A record graph of statements in Turtle, with the prefixes `ex:`, `rdfs:` and `xsd:`. */
export function recordOf(turtle: string, graph = 'https://example.org/record'): StatementText {
  const lines = new Parser({ blankNodePrefix: '' })
    .parse(prefixes + turtle)
    .map(({ subject, predicate, object }) =>
      [subject, predicate, object].map((term) => termText(ownTerm(term))).join(' '),
    );
  return { graph, nquads: lines.map((line) => `${line} <${graph}> .\n`).join('') };
}

/** Shapes in Turtle, with the same prefixes and `sh:`. */
export async function shapesOf(turtle: string): Promise<Shapes> {
  return readShapes([{ name: 'shapes.ttl', content: prefixes + turtle }]);
}

/** The results of one record. */
export async function validateRecord(
  shapes: Shapes,
  turtle: string,
): Promise<readonly ShapeResult[]> {
  const [first = []] = await validateRecords(shapes, [recordOf(turtle)]);
  return first;
}

/** The results of each record. */
export async function validateRecords(
  shapes: Shapes,
  records: readonly StatementText[],
): Promise<readonly (readonly ShapeResult[])[]> {
  const validations: (readonly ShapeResult[])[] = [];
  for await (const { results } of shapes.validate(records)) validations.push(results);
  return validations;
}

/** The focus node, the value and the name of the component of results. */
export function briefly(results: readonly ShapeResult[]): readonly string[] {
  return results.map(({ focusNode, value, component }) =>
    [focusNode, value, /(\w+?)(?:ConstraintComponent)?$/u.exec(component)?.[1]]
      .filter((part) => part !== undefined)
      .join(' ')
      .replaceAll('https://example.org/', ''),
  );
}
