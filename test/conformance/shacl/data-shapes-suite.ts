import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { pathText, readPath } from '../../../src/conformance/shacl/property-path.ts';
import { readShapesGraph } from '../../../src/conformance/shacl/read-shapes.ts';
import {
  type GraphTerm,
  ownTerm,
  type TermGraph,
  termText,
} from '../../../src/conformance/shacl/term-graph.ts';
import { readShapes } from '../../../src/conformance/shacl/validate-shapes.ts';
import { sh } from '../../../src/rdf/vocabularies.ts';

const mf = 'http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#';
const sht = 'http://www.w3.org/ns/shacl-test#';
const recordGraph = 'https://suite.example/data';

/** A test of the W3C suite for SHACL: its file holds the expected report. */
export interface ShapesTest {
  /** As in `core/node/and-001.ttl`. */
  readonly name: string;
  readonly file: string;
}

/** The folder of the suite that `CDIF_CORPORA` names, where it is there. */
export function shapesSuiteFolder(): string | undefined {
  const part = 'suite-data-shapes/data/data-shapes-test-suite/tests';
  const folder = join(process.env['CDIF_CORPORA'] ?? '', part);
  return existsSync(folder) ? folder : undefined;
}

/** The tests of a part of the suite; one is in no manifest. */
export function listShapesTests(folder: string, part: string): readonly ShapesTest[] {
  return readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((path) => ({ name: join(part, path), file: join(folder, part, path) }))
    .filter(({ name, file }) => name.endsWith('.ttl') && isTest(readFileSync(file, 'utf8')));
}

function isTest(text: string): boolean {
  return text.includes('mf:entries');
}

/** What came of a test. */
export interface ShapesVerdict {
  readonly found: readonly string[];
  /** Undefined where the suite asks for a failure. */
  readonly expected: readonly string[] | undefined;
  /** What was named as not evaluated. */
  readonly unevaluated: readonly string[];
}

/** Validates the data of a test, and compares all parts of the results with the expected ones. */
export async function runShapesTest({ file }: ShapesTest): Promise<ShapesVerdict> {
  const manifest = await readFile(file);
  const action = manifest.subjects(`${sht}dataGraph`)[0];
  const test = manifest.subjects(`${mf}result`)[0];
  if (action === undefined || test === undefined) throw new Error(`no test in ${file}`);
  const dataFile = fileOf(manifest, action, `${sht}dataGraph`);
  const shapesFile = fileOf(manifest, action, `${sht}shapesGraph`);
  const data = dataFile === file ? manifest : await readFile(dataFile);
  const shapes = await readShapes([
    { name: nameOf(shapesFile), content: readFileSync(shapesFile) },
  ]);
  const report = manifest.object(test, `${mf}result`);
  const hasLabels = dataFile === file;
  const nodeText = (text: string): string => (text.startsWith('_:') && !hasLabels ? '_' : text);
  const found: string[] = [];
  for await (const { results } of shapes.validate([recordOf(data)])) {
    for (const result of results) {
      found.push(
        describe({
          ...result,
          focusNode: nodeText(result.focusNode),
          value: result.value && nodeText(result.value),
          severity: result.severityIri,
        }),
      );
    }
  }
  const unevaluated = shapes
    .unevaluated()
    .map(({ construct, reason }) => `${construct}: ${reason}`);
  if (report === undefined || report.value === `${sht}Failure`) {
    return { found, expected: undefined, unevaluated };
  }
  const expected = manifest.objects(report, 'http://www.w3.org/ns/shacl#result').map((result) => {
    const one = (predicate: string): string | undefined => {
      const term = manifest.object(result, predicate);
      return term && nodeText(termText(term));
    };
    const path = manifest.object(result, 'http://www.w3.org/ns/shacl#resultPath');
    const readable = path && readPath(manifest, path);
    return describe({
      focusNode: one(sh.focusNode) ?? '',
      path: readable && pathText(readable),
      value: one(sh.value),
      severity: manifest.object(result, sh.resultSeverity)?.value ?? '',
      component: manifest.object(result, sh.sourceConstraintComponent)?.value ?? '',
      shape: one('http://www.w3.org/ns/shacl#sourceShape') ?? '',
    });
  });
  return { found: found.toSorted(), expected: expected.toSorted(), unevaluated };
}

function describe(result: {
  readonly focusNode: string;
  readonly path?: string | undefined;
  readonly value?: string | undefined;
  readonly severity: string;
  readonly component: string;
  readonly shape: string;
}): string {
  const { focusNode, path, value, severity, component, shape } = result;
  const source = shape.startsWith('_:') ? '_' : shape;
  return [focusNode, path, value, severity, component, source].join(' | ');
}

function nameOf(file: string): string {
  return pathToFileURL(file).href;
}

async function readFile(file: string): Promise<TermGraph> {
  return readShapesGraph([{ name: nameOf(file), content: readFileSync(file) }]);
}

function fileOf(manifest: TermGraph, action: GraphTerm, predicate: string): string {
  const iri = manifest.object(action, predicate)?.value ?? '';
  const file = fileURLToPath(iri);
  return existsSync(file) ? file : dirname(file);
}

function recordOf(data: TermGraph): { readonly graph: string; readonly nquads: string } {
  const lines = Array.from(data.quads(), ({ subject, predicate, object }) =>
    [subject, predicate, object].map((term) => termText(ownTerm(term))).join(' '),
  );
  return {
    graph: recordGraph,
    nquads: lines.map((line) => `${line} <${recordGraph}> .\n`).join(''),
  };
}
