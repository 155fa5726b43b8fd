import { describe, expect, it } from 'vitest';
import { briefly, recordOf, shapesOf, validateRecord, validateRecords } from './validating.ts';

describe('validation against SHACL Core', () => {
  it('tells all parts of a result', async () => {
    const shapes = await shapesOf(`
      ex:Named a sh:NodeShape ; sh:targetClass ex:Dataset ; sh:property [
        sh:path ex:size ; sh:datatype xsd:integer ; sh:severity sh:Warning ;
        sh:message "The size is a whole number." ] .`);
    const results = await validateRecord(shapes, 'ex:a a ex:Dataset ; ex:size "big", 3 .');
    expect(results).toEqual([
      {
        focusNode: '<https://example.org/a>',
        path: '<https://example.org/size>',
        predicate: 'https://example.org/size',
        value: '"big"',
        severity: 'warning',
        severityIri: 'http://www.w3.org/ns/shacl#Warning',
        component: 'http://www.w3.org/ns/shacl#DatatypeConstraintComponent',
        shape: expect.stringMatching(/^_:/u) as string,
        namedShape: 'https://example.org/Named',
        objectsOf: [],
        messages: ['The size is a whole number.'],
        details: [],
      },
    ]);
    expect(shapes.unevaluated()).toEqual([]);
  });

  it('takes each record for a graph of its own', async () => {
    const shapes = await shapesOf(
      'ex:S a sh:NodeShape ; sh:targetClass ex:D ; sh:property [ sh:path ex:n ; sh:minCount 1 ] .',
    );
    const results = await validateRecords(shapes, [
      recordOf('ex:a a ex:D .', 'https://example.org/1'),
      recordOf('ex:a ex:n 1 .', 'https://example.org/2'),
      recordOf('ex:a a ex:D ; ex:n 1 .', 'https://example.org/1'),
    ]);
    expect(results.map(briefly)).toEqual([['<a> MinCount'], [], []]);
  });

  it('validates a node again where another shape refers to the same property shape', async () => {
    const shapes = await shapesOf(`
      ex:P sh:path ex:n ; sh:datatype xsd:integer .
      ex:A a sh:NodeShape ; sh:targetNode ex:a ; sh:property ex:P .
      ex:B a sh:NodeShape ; sh:targetNode ex:a ; sh:or ( [ sh:property ex:P ] [ sh:class ex:C ] ) .`);
    const results = await validateRecord(shapes, 'ex:a ex:n "text" .');
    expect(briefly(results)).toEqual(['<a> "text" Datatype', '<a> <a> Or']);
    expect(results[1]?.details.map(({ component }) => component)).toEqual([
      'http://www.w3.org/ns/shacl#DatatypeConstraintComponent',
      'http://www.w3.org/ns/shacl#ClassConstraintComponent',
    ]);
  });

  it('takes each value of a parameter for a constraint of its own', async () => {
    const shapes = await shapesOf(`
      ex:S a sh:NodeShape ; sh:targetNode ex:a ;
        sh:or ( [ sh:class ex:A ] ) ; sh:or ( [ sh:class ex:B ] ) ;
        sh:not [ sh:class ex:A ], [ sh:class ex:C ] ;
        sh:property [ sh:path ex:n ; sh:hasValue 1, 2 ] .`);
    const results = await validateRecord(shapes, 'ex:a a ex:A ; ex:n 1 .');
    expect(briefly(results).toSorted()).toEqual(['<a> <a> Not', '<a> <a> Or', '<a> HasValue']);
  });

  it('follows nested paths and writes them as SPARQL does', async () => {
    const shapes = await shapesOf(`
      ex:S a sh:NodeShape ; sh:targetNode ex:a ; sh:property [
        sh:path ( [ sh:inversePath [ sh:alternativePath ( ex:p ex:q ) ] ]
                  [ sh:zeroOrMorePath ( ex:r ex:r ) ] ) ;
        sh:nodeKind sh:Literal ] .`);
    const results = await validateRecord(
      shapes,
      'ex:b ex:q ex:a ; ex:r ex:c . ex:c ex:r ex:b, ex:d . ex:e ex:p ex:b .',
    );
    expect(briefly(results)).toEqual(['<a> <b> NodeKind', '<a> <d> NodeKind']);
    const p = '<https://example.org/';
    expect(results[0]?.path).toBe(`(^(${p}p>|${p}q>))/((${p}r>/${p}r>)*)`);
    expect(results[0]?.predicate).toBeUndefined();
  });

  it('counts severities that SHACL does not know among failures of the shape around them', async () => {
    const shapes = await shapesOf(`
      ex:Inner a sh:NodeShape ; sh:property [
        sh:path ex:n ; sh:minCount 1 ; sh:severity sh:info ] .
      ex:S a sh:NodeShape ; sh:targetNode ex:a ; sh:node ex:Inner ; sh:severity ex:Fatal .`);
    const results = await validateRecord(shapes, 'ex:a ex:other 1 .');
    expect(results).toMatchObject([
      {
        severity: 'error',
        severityIri: 'https://example.org/Fatal',
        details: [{ severity: 'info', severityIri: 'http://www.w3.org/ns/shacl#info' }],
      },
    ]);
  });

  it('leaves out deactivated shapes, and what they cannot evaluate', async () => {
    const shapes = await shapesOf(`
      ex:S a sh:NodeShape ; sh:targetNode ex:a ; sh:deactivated true ; sh:rule [] ;
        sh:property [ sh:path ex:n ; sh:minCount 1 ] .
      ex:T a sh:NodeShape ; sh:targetNode ex:a ; sh:property ex:P .
      ex:P sh:path ex:n ; sh:minCount 1 ; sh:deactivated true .`);
    expect(await validateRecord(shapes, 'ex:a ex:other 1 .')).toEqual([]);
    expect(shapes.unevaluated()).toEqual([]);
  });

  it('finds subclasses in the record', async () => {
    const shapes = await shapesOf(`
      ex:Report a rdfs:Class, sh:NodeShape ; sh:property [ sh:path ex:about ; sh:class ex:Thing ] .
      ex:Wrong rdfs:subClassOf ex:Thing .`);
    const results = await validateRecord(
      shapes,
      `ex:Paper rdfs:subClassOf ex:Report . ex:Sub rdfs:subClassOf ex:Thing .
       ex:a a ex:Paper ; ex:about ex:b, ex:c . ex:b a ex:Sub . ex:c a ex:Wrong .`,
    );
    expect(briefly(results)).toEqual(['<a> <c> Class']);
  });

  it('compares lengths, patterns, languages and values as SPARQL does', async () => {
    const shapes = await shapesOf(`
      ex:S a sh:NodeShape ; sh:targetNode ex:a ;
        sh:property [ sh:path ex:emoji ; sh:maxLength 1 ] ;
        sh:property [ sh:path ex:node ; sh:pattern "." ] ;
        sh:property [ sh:path ex:code ; sh:pattern "^a b$" ; sh:flags "ix" ] ;
        sh:property [ sh:path ex:text ; sh:languageIn ( "en" ) ] ;
        sh:property [ sh:path ex:from ; sh:lessThan ex:to ] ;
        sh:property [ sh:path ex:day ; sh:minInclusive "2020-01-02"^^xsd:date ] .`);
    const results = await validateRecord(
      shapes,
      `ex:a ex:emoji "🌍" ; ex:node [] ; ex:code "AB" ; ex:text "a"@en-GB, "b"@eng ;
         ex:from "Z", 9 ; ex:to "a" ;
         ex:day "2020-01-01"^^xsd:date, "2020-01-02"^^xsd:date, "2020-06-01T00:00:00"^^xsd:dateTime .`,
    );
    expect(briefly(results).map((each) => each.replace(/_:\S+/u, '_:'))).toEqual([
      '<a> _: Pattern',
      '<a> "b"@eng LanguageIn',
      '<a> "9"^^<http://www.w3.org/2001/XMLSchema#integer> LessThan',
      '<a> "2020-01-01"^^<http://www.w3.org/2001/XMLSchema#date> MinInclusive',
      '<a> "2020-06-01T00:00:00"^^<http://www.w3.org/2001/XMLSchema#dateTime> MinInclusive',
    ]);
  });

  it('ends for shapes that refer to themselves, and names them', async () => {
    const shapes = await shapesOf(`
      ex:Person a sh:NodeShape ; sh:targetNode ex:a ;
        sh:property [ sh:path ex:knows ; sh:node ex:Person ] ;
        sh:property [ sh:path ex:name ; sh:minCount 1 ] .`);
    const results = await validateRecord(
      shapes,
      'ex:a ex:name "A" ; ex:knows ex:b . ex:b ex:knows ex:a .',
    );
    expect(briefly(results)).toEqual(['<a> <b> Node']);
    expect(shapes.unevaluated()).toMatchObject([{ construct: 'recursion' }]);
  });

  it.each([
    ['a rule', 'sh:rule []', 'sh:rule'],
    ['an expression', 'sh:expression []', 'sh:expression'],
    ['JavaScript', 'sh:js []', 'sh:js'],
    ['a misspelt constraint', 'sh:minCounts 1', 'sh:minCounts'],
    ['a target of another type', 'sh:target [ a ex:Target ; ex:of 1 ]', 'sh:target'],
    ['a filter shape', 'sh:filterShape []', 'sh:filterShape'],
    ['alternatives that are no list', 'sh:or [ sh:class ex:A ]', 'sh:or'],
    ['a list of values that is none', 'sh:in ex:A', 'sh:in'],
    ['an expression that is none', 'sh:pattern "("', 'sh:pattern'],
    ['a block of XPath', String.raw`sh:pattern "\\p{IsBasicLatin}"`, 'sh:pattern'],
    ['a subtraction of XPath', 'sh:not [ sh:pattern "^[a-z-[xyz]]" ]', 'sh:pattern'],
    ['a kind of node that there is not', 'sh:nodeKind sh:Iri', 'sh:nodeKind'],
    ['a path that is none', 'sh:property [ sh:path [] ; sh:minCount 1 ]', 'sh:path'],
  ])('names %s as not evaluated, with the shape', async (_, part, construct) => {
    const shapes = await shapesOf(`ex:S a sh:NodeShape ; sh:targetNode ex:a ; ${part} .`);
    await validateRecord(shapes, 'ex:a ex:p 1 .');
    expect(shapes.unevaluated()).toContainEqual({
      shape: 'https://example.org/S',
      construct,
      reason: expect.any(String) as string,
    });
  });
});
