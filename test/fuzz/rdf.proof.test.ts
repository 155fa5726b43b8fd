import { describe, expect, it } from 'vitest';
import type { RdfSyntax } from '../../src/model/media-type.ts';
import { createExpandStage } from '../../src/expand/expand-stage.ts';
import { expandAll, limits } from '../expand/expanding.ts';
import { read } from '../extract/rdf/reading.ts';
import { misreadingsOf } from './n-quads.ts';
import { counterexample, mutated, placesOutside } from './fuzzing.ts';

const turtle = `@prefix s: <http://schema.org/> . @base <https://fen.example/> .
<1> a s:Dataset ; s:name "Fen"@en, """two
lines""" ; s:spatial [ s:box "1 2 3 4" ] ; s:hasPart ( <2> _:b 3.5e0 true ) .
<< <1> s:name "x" >> s:url <3> .
`;
const quads = `<https://fen.example/1> <http://schema.org/name> "Fen \\"1\\"\\n\\u00e9"@en <https://fen.example/g> .
_:b <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://schema.org/Dataset> . # fen
<https://fen.example/1> <http://schema.org/about> _:b <https://fen.example/g> .
`;
const xml = `<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:s="http://schema.org/" xml:base="https://fen.example/">
<s:Dataset rdf:about="1" s:name="Fen"><s:spatial rdf:parseType="Resource"><s:box xml:lang="en">1 2</s:box></s:spatial>
<s:hasPart rdf:parseType="Collection"><rdf:Description rdf:nodeID="b"/></s:hasPart>
<s:text rdf:parseType="Literal"><b>x</b></s:text><rdf:li rdf:resource="#2"/></s:Dataset></rdf:RDF>
`;
const tokens = [
  '<',
  '>',
  '@prefix x: <',
  '@base <//> .',
  '<<',
  '>>',
  '"""',
  '^^<',
  '@en--ltr',
  '_:',
  '\\u0000',
  '\\uD800',
  '\\',
  ' .',
  '[ ',
  '( ',
  '{',
  '}',
  '<http://[>',
  '<a b>',
  'GRAPH ',
  '<!DOCTYPE rdf:RDF [<!ENTITY a "b">]>',
  '&a;',
  'rdf:ID="x"',
  'rdf:parseType="Collection"',
  'xmlns:x="',
  'xml:base="http://["',
  '<rdf:li>',
];
const samples: Readonly<Record<string, readonly [RdfSyntax, string]>> = {
  Turtle: ['turtle', turtle],
  TriG: ['trig', `${turtle}<g> { <1> s:name 1 ; s:url <2> }\n`],
  'N-Triples': ['n-triples', quads.replaceAll(/ <https:\/\/fen.example\/g>/gu, '')],
  'N-Quads': ['n-quads', quads],
  'RDF/XML': ['rdf-xml', xml],
};

/** One for all, since it keeps the contexts that it knows. */
const stage = createExpandStage({ limits });

describe('RDF', () => {
  it.each(Object.entries(samples))(
    'in %s is refused at a place that is in it, or becomes JSON-LD that is RDF again',
    async (_name, [syntax, sample]) => {
      let documents = 0;
      const found = counterexample(mutated([sample], tokens), 100, async (text) => {
        const reading = await read(text, syntax);
        if (reading.kind === 'malformed') return placesOutside([reading.fault], text);
        if (reading.kind !== 'documents') return [];
        const all = [...reading.documents];
        documents += all.length;
        return (await expandAll(all, {}, stage)).flatMap((outcome) => misreadingsOf(outcome));
      });
      expect(await found).toBeUndefined();
      expect(documents).toBeGreaterThan(5);
    },
  );
});
