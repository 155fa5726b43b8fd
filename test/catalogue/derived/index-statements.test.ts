import { Parser } from 'n3';
import { describe, expect, it } from 'vitest';
import type { SearchFacts } from '../../../src/model/search-facts.ts';
import { recordIndexStatements } from '../../../src/catalogue/derived/index-statements.ts';
import { searchFacts } from '../../support/search-facts.ts';

const ns = 'urn:cdif-graph:ns#';
const dcterms = 'http://purl.org/dc/terms/';
const schema = 'http://schema.org/';

/** What the index says of records with these facts: what stands behind a property of a node. */
function indexOf(...records: readonly SearchFacts[]) {
  const seen = new Set<string>();
  const nodes = { add: (node: string) => !seen.has(node) && seen.add(node) !== undefined };
  const quads = records.flatMap((search, at) => {
    const graph = `https://a.example/${at}`;
    const described = { iri: graph, types: [], identifiers: [] };
    return new Parser().parse(
      recordIndexStatements({ graph, describes: [described], search: [search] }, nodes),
    );
  });
  const values = (subjects: readonly string[], property: string): readonly string[] =>
    quads
      .filter(({ subject, predicate }) => {
        return subjects.includes(subject.value) && predicate.value === property;
      })
      .map(({ object }) => object.value);
  const behind = (property: string): readonly string[] =>
    quads.filter(({ predicate }) => predicate.value === property).map(({ object }) => object.value);
  return { values, behind };
}

describe('an agent in the index', () => {
  const ann = {
    names: [{ text: 'Ann Fen' }, { text: 'Fen, A.' }],
    iris: ['https://orcid.org/0000-0002-1825-0097', 'https://People.example/ann/'],
  };

  it('is one node in all records and roles, with its IRIs in one spelling and its names', () => {
    const { values, behind } = indexOf(
      searchFacts({ texts: { agents: [{ role: 'creator', ...ann }] } }),
      searchFacts({ texts: { agents: [{ role: 'publisher', ...ann }] } }),
    );
    const nodes = behind(`${dcterms}creator`);
    expect(behind(`${dcterms}publisher`)).toEqual(nodes);
    expect(values(nodes, `${ns}iri`)).toEqual([
      'https://orcid.org/0000-0002-1825-0097',
      'http://people.example/ann',
    ]);
    expect(values(values(nodes, `${ns}agentName`), `${ns}folded`)).toEqual(['ann fen', 'fen a']);
  });

  it('leads to the organisations that it belongs to, which are agents as well', () => {
    const lab = { names: [{ text: 'Fen Lab' }], iris: [] };
    const { values, behind } = indexOf(
      searchFacts({ texts: { agents: [{ role: 'creator', ...ann, affiliations: [lab] }] } }),
      searchFacts({ texts: { agents: [{ role: 'funder', ...lab }] } }),
    );
    const organisations = values(behind(`${dcterms}creator`), `${schema}affiliation`);
    expect(organisations).toEqual(behind(`${schema}funder`));
    expect(values(values(organisations, `${ns}agentName`), `${ns}folded`)).toEqual(['fen lab']);
  });

  it('is the one of a contribution', () => {
    const agents = [{ role: 'contributor', roleName: 'Data curator', ...ann }] as const;
    const { values, behind } = indexOf(searchFacts({ texts: { agents } }));
    const contributions = behind(`${ns}contribution`);
    expect(values(contributions, `${ns}roleName`)).toEqual(['data curator']);
    expect(values(contributions, `${ns}agent`)).toEqual(behind(`${dcterms}contributor`));
  });

  it('is another one where it has other names', () => {
    const { behind } = indexOf(
      searchFacts({
        texts: {
          agents: [
            { role: 'funder', names: [{ text: 'Bog Fund' }], iris: ann.iris },
            { role: 'funder', names: [{ text: 'Fen Fund' }], iris: ann.iris },
          ],
        },
      }),
    );
    expect(new Set(behind(`${schema}funder`)).size).toBe(2);
  });
});

describe('a concept in the index', () => {
  const rdfsLabel = 'http://www.w3.org/2000/01/rdf-schema#label';
  const term = { label: { text: 'Océan (mer)' }, iri: 'https://Terms.example/ocean/' };
  const variable = { names: [], descriptions: [], codes: [], units: [], techniques: [] };

  it('has its IRI as published, and in the one spelling', () => {
    const concepts = ['https://doi.org/10.1234/Temp', 'http://terms.example/salt'];
    const { values, behind } = indexOf(
      searchFacts({ texts: { terms: [term] }, variables: [{ ...variable, concepts }] }),
    );
    expect(values(behind(`${ns}term`), `${ns}concept`)).toEqual([
      'https://Terms.example/ocean/',
      'http://terms.example/ocean',
    ]);
    expect(values(behind(`${ns}variable`), `${ns}concept`)).toEqual([
      'https://doi.org/10.1234/Temp',
      'doi:10.1234/temp',
      'http://terms.example/salt',
    ]);
  });

  it('has the label of a term as published, and without marks and signs', () => {
    const { values, behind } = indexOf(searchFacts({ texts: { terms: [term] } }));
    const nodes = behind(`${ns}term`);
    expect(values(nodes, rdfsLabel)).toEqual(['Océan (mer)']);
    expect(values(nodes, `${ns}folded`)).toEqual(['ocean mer']);
  });
});

describe('words in the index', () => {
  const text = { text: "L'Océan:\u{3000}sea-ice" };
  const words = 'ocean sea ice';

  it('are those of a text with one blank between, also of codes and of several texts in one', () => {
    const titles = [text, { text: 'In the ore' }];
    const codes = ['Depth:mean', 'ICE01'];
    const descriptions = [text];
    const variable = {
      names: [text],
      descriptions,
      concepts: [],
      codes,
      units: [],
      techniques: [],
    };
    const { values, behind } = indexOf(
      searchFacts({ texts: { titles, descriptions }, variables: [variable] }),
    );
    expect(behind(`${ns}foldedTitle`)).toEqual([`${words} in the ore`]);
    expect(behind(`${ns}description`)).toEqual([words]);
    const variables = behind(`${ns}variable`);
    expect(values(values(variables, `${ns}name`), `${ns}folded`)).toEqual([words]);
    expect(values(variables, `${ns}foldedCode`)).toEqual(['depth mean ice01']);
    expect(values(variables, `${ns}definition`)).toEqual([words]);
  });

  it('are of a unit those of its name, beside the spelling in which units are compared', () => {
    const units = ['\u{B0}C', 'http://qudt.org/vocab/unit/DEG_C'];
    const variable = {
      names: [],
      descriptions: [],
      concepts: [],
      codes: [],
      units,
      techniques: [],
    };
    const { values, behind } = indexOf(searchFacts({ variables: [variable] }));
    const nodes = values(behind(`${ns}variable`), `${ns}unit`);
    expect(values(nodes, `${ns}folded`)).toEqual(['c', 'deg c']);
    expect(values(nodes, `${ns}symbol`)).toEqual(['degC', 'degC']);
  });
});
