import { createRandom, type Random } from '../../expand/random.ts';

const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const nil = `<${rdf}nil>`;
const iris = ['a', 'b', 'c#d', 'é'].map((name) => `<https://soil.example/${name}>`);
const predicates = ['p', 'q', 'identifier'].map((name) => `<https://soil.example/terms#${name}>`);
const literals = [
  '"peat"',
  '""',
  String.raw`"a \"b\"\n\\ \u0007 é 😀"`,
  '"Torf"@de',
  '"1"^^<http://www.w3.org/2001/XMLSchema#integer>',
  '"1.0e0"^^<http://www.w3.org/2001/XMLSchema#double>',
  '"tru"^^<http://www.w3.org/2001/XMLSchema#boolean>',
  `"{}"^^<${rdf}JSON>`,
  '"doi:10.5/ 7"',
];

/** A graph in N-Quads that has lists, sound and broken, circles and shared blank nodes; the same for the same seed. */
export function randomGraph(seed: number): string {
  const random = createRandom(seed);
  const lines = random.list(12, () => statement(random));
  const lists = random.list(3, () => list(random, `${random.below(1000)}`));
  const all = [...lists, [`${subject(random)} ${random.pick(predicates)} "x" .`], lines];
  return `${all.flat().join('\n')}\n`;
}

function statement(random: Random): string {
  return `${subject(random)} ${predicate(random)} ${object(random)} .`;
}

/** The statements of such a graph in RDF/XML, each for itself; what XML cannot say is left out. */
export function asRdfXml(nquads: string): { readonly xml: string; readonly nquads: string } {
  const lines = nquads
    .split('\n')
    .filter((line) => line !== '' && !line.includes(String.raw`\u0007`));
  const statements = lines.map((line) => {
    const [, node = '', namespace = '', local = '', value = ''] = form.exec(line) ?? [];
    const [, text, language, type] = literalForm.exec(value) ?? [];
    const element = `p:${local} xmlns:p="${namespace}"`;
    if (text === undefined) {
      return `<rdf:Description ${nodeIn(node, 'about')}><${element} ${nodeIn(value, 'resource')}/></rdf:Description>`;
    }
    const traits =
      (language && ` xml:lang="${language}"`) ?? (type && ` rdf:datatype="${type}"`) ?? '';
    return `<rdf:Description ${nodeIn(node, 'about')}><${element}${traits}>${escaped(text)}</p:${local}></rdf:Description>`;
  });
  const xml = `<rdf:RDF xmlns:rdf="${rdf}">\n${statements.join('\n')}\n</rdf:RDF>`;
  return { xml, nquads: `${lines.join('\n')}\n` };
}

const form = /^(\S+) <([^>]*[#/])([^>]*)> (.*) \.$/u;
const literalForm = /^"(.*)"(?:@(\w+)|\^\^<(.*)>)?$/u;

function nodeIn(term: string, attribute: string): string {
  return term.startsWith('_:')
    ? `rdf:nodeID="${term.slice(2)}"`
    : `rdf:${attribute}="${term.slice(1, -1)}"`;
}

function escaped(text: string): string {
  const plain = text.replaceAll(/\\(.)/gu, (_, character: string) =>
    character === 'n' ? '\n' : character,
  );
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** Cells that mostly make a list that one statement refers to. */
function list(random: Random, name: string): string[] {
  const cells = Array.from({ length: 1 + random.below(4) }, (_, index) => `_:l${name}c${index}`);
  const lines = cells.flatMap((cell, index) => [
    `${cell} <${rdf}first> ${object(random)} .`,
    `${cell} <${rdf}rest> ${cells[index + 1] ?? nil} .`,
  ]);
  const [head = nil] = cells;
  const oddities = [
    `${random.pick(cells)} ${predicate(random)} "more" .`,
    `${random.pick(cells)} <${rdf}first> "second" .`,
    `${random.pick(cells)} <${rdf}rest> ${head} .`,
    `${random.pick(iris)} ${predicate(random)} ${random.pick(cells)} .`,
  ];
  const oddity = random.below(3) === 0 ? [random.pick(oddities)] : [];
  return [...lines, `${subject(random)} ${predicate(random)} ${head} .`, ...oddity];
}

function subject(random: Random): string {
  return random.below(2) === 0 ? random.pick(iris) : `_:b${random.below(6)}`;
}

function predicate(random: Random): string {
  return random.below(5) === 0 ? `<${rdf}type>` : random.pick(predicates);
}

function object(random: Random): string {
  return random.below(3) === 0 ? random.pick(literals) : subject(random);
}
