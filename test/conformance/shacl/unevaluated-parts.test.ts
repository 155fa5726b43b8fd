import { describe, expect, it } from 'vitest';
import { briefly, shapesOf, validateRecord } from './validating.ts';

/** What is named of shapes: the shape, the construct and the reason. */
async function namedOf(turtle: string, record = 'ex:a a ex:D ; ex:p 1 .') {
  const shapes = await shapesOf(turtle);
  await validateRecord(shapes, record);
  return shapes.unevaluated().map(({ shape, construct, reason }) => {
    const name = shape?.replace('https://example.org/', 'ex:') ?? 'the shapes';
    return `${name} ${construct}: ${reason}`;
  });
}

const targeted = 'ex:S sh:targetClass ex:D';
const property = 'sh:property [ sh:path ex:p ; sh:minCount 1 ]';

describe('a graph of shapes is named as not evaluated', () => {
  it.each([
    ['it has statements without any shape', 'ex:a ex:b ex:c .'],
    ['it has prefixes only', ''],
    [
      'its namespace is not that of SHACL',
      `@prefix sh: <https://www.w3.org/ns/shacl#> .
      ${targeted} ; ${property} .`,
    ],
  ])('if %s', async (_, turtle) => {
    expect(await namedOf(turtle)).toEqual([
      'the shapes content: the files have no target or constraint of <http://www.w3.org/ns/shacl#>; ' +
        'give files of shapes',
    ]);
  });

  it.each([
    ['a typed shape', `ex:S a sh:NodeShape ; ${property} .`],
    ['a shape without type', `ex:S ${property} .`],
    ['shapes that refer to each other', 'ex:S a sh:NodeShape ; sh:not ex:T . ex:T sh:class ex:C .'],
  ])('if it has no target: %s', async (_, turtle) => {
    expect(await namedOf(turtle)).toEqual([
      'the shapes target: no shape has one, so that no node is validated; ' +
        'give the file with targets, or add one',
    ]);
  });
});

describe('a shape is named as not evaluated', () => {
  it.each([
    [
      'a misspelt target without a type',
      `ex:S sh:targetclass ex:D ; ${property} .`,
      'ex:S sh:targetclass: SHACL spells it sh:targetClass',
    ],
    [
      'a target alone that is not of SHACL',
      'ex:S sh:targetWhere [] ; sh:nodeKind sh:IRI .',
      'ex:S sh:targetWhere: it belongs neither to SHACL Core nor to SHACL-SPARQL, so that it selects no node; ' +
        'give another target',
    ],
    [
      'a target that begins otherwise, beside another shape',
      `${targeted} ; ${property} . ex:T sh:taget ex:D ; sh:class ex:C .`,
      'ex:T sh:taget: it belongs neither to SHACL Core nor to SHACL-SPARQL; correct or remove it',
    ],
    [
      'a target that is no IRI',
      `ex:S sh:targetClass "ex:D" ; ${property} .`,
      'ex:S sh:targetClass: its value is "ex:D"; write an IRI',
    ],
    [
      'a blank node as target',
      `ex:S sh:targetNode [] ; ${property} .`,
      'ex:S sh:targetNode: its value is a blank node; write an IRI or a literal',
    ],
  ])('for %s', async (_, turtle, named) => {
    expect(await namedOf(turtle)).toEqual([named]);
  });

  it.each([
    [
      'a property shape that no file has',
      'sh:property ex:Other',
      'sh:property: <https://example.org/Other> is in none of the files; give the file that has it',
    ],
    [
      'a node shape that no file has',
      'sh:node ex:Other',
      'sh:node: <https://example.org/Other> is in none of the files; give the file that has it',
    ],
    [
      'an alternative that no file has',
      'sh:or ( [ sh:class ex:D ] ex:Other )',
      'sh:or: <https://example.org/Other> is in none of the files; give the file that has it',
    ],
    [
      'a literal in the place of a shape',
      'sh:node "ex:Other"',
      'sh:node: "ex:Other" is a literal, where a shape is asked for',
    ],
    [
      'a list in the place of a shape',
      'sh:node ( [ sh:class ex:C ] )',
      'sh:node: its value is a list, where a shape is asked for; write the shapes without the list',
    ],
    [
      'a property shape without path',
      'sh:property [ sh:minCount 1 ]',
      'sh:property: its value has no sh:path; give it one, or refer to a node shape by sh:node',
    ],
    [
      'a node shape as property shape',
      'sh:property ex:N . ex:N a sh:PropertyShape ; sh:minCount 1',
      'sh:property: <https://example.org/N> has no sh:path; give it one, or refer to a node shape ' +
        'by sh:node',
    ],
    [
      'a typed property shape without path',
      'a sh:PropertyShape ; sh:minCount 1',
      'sh:path: a property shape has no sh:path; give it one',
    ],
    [
      'an ill-formed path',
      'sh:property [ sh:path ( ex:p ) ; sh:minCount 1 ]',
      'sh:path: it is no well-formed path; write one path as SHACL §2.3.1 has it',
    ],
    ...['minCount 1', 'maxCount 1', 'uniqueLang true', 'lessThan ex:p'].map((parameter) => [
      `${parameter} at a node shape`,
      `sh:${parameter}`,
      `sh:${parameter.split(' ')[0]}: a node shape cannot have it; put it into sh:property with ` +
        'a sh:path',
    ]),
    [
      'a closed property shape',
      'sh:property [ sh:path ex:p ; sh:closed true ]',
      'sh:closed: it is evaluated for node shapes only; refer to a closed node shape by sh:node',
    ],
    [
      'a misspelt parameter',
      'sh:property [ sh:path ex:p ; sh:mincount 1 ]',
      'sh:mincount: SHACL spells it sh:minCount',
    ],
    [
      'a query outside sh:sparql',
      'sh:select "SELECT $this { $this a ex:D }"',
      'sh:select: a shape has queries inside sh:sparql or sh:target only',
    ],
    [
      'no shapes to conform to',
      'sh:and ()',
      'sh:and: an empty list asks for nothing; list shapes in it',
    ],
    [
      'alternatives that are no list',
      'sh:or [ sh:class ex:A ]',
      'sh:or: its value is a blank node; write a list',
    ],
    [
      'values that are no list',
      'sh:in ex:A',
      'sh:in: its value is <https://example.org/A>; write a list',
    ],
    ['a literal as class', 'sh:class "ex:D"', 'sh:class: its value is "ex:D"; write an IRI'],
    ['a literal as property', 'sh:disjoint "p"', 'sh:disjoint: its value is "p"; write an IRI'],
    [
      'a count that is no number',
      'sh:property [ sh:path ex:p ; sh:maxCount "many" ]',
      'sh:maxCount: its value is "many"; write a whole number',
    ],
    [
      'a text as boolean',
      'sh:deactivated "true"',
      'sh:deactivated: its value is "true"; write true or false with the datatype xsd:boolean',
    ],
    [
      'an IRI as expression',
      'sh:pattern ex:p',
      'sh:pattern: its value is <https://example.org/p>; write a literal',
    ],
    [
      'several counts of qualified values',
      'sh:property [ sh:path ex:p ; sh:qualifiedValueShape [] ; sh:qualifiedMinCount 1, 2 ]',
      'sh:qualifiedMinCount: it has several values; write one, or several shapes',
    ],
    [
      'qualified values without count',
      'sh:property [ sh:path ex:p ; sh:qualifiedValueShape [] ]',
      'sh:qualifiedValueShape: it asks for nothing without sh:qualifiedMinCount or ' +
        'sh:qualifiedMaxCount',
    ],
    [
      'a count without qualified values',
      'sh:property [ sh:path ex:p ; sh:qualifiedMinCount 9 ]',
      'sh:qualifiedMinCount: it asks for nothing without sh:qualifiedValueShape',
    ],
  ])('for %s', async (_, part, named) => {
    expect(await namedOf(`${targeted} ; ${part} .`)).toEqual([`ex:S ${named}`]);
  });

  it('for a constraint component without parameters', async () => {
    const turtle = `ex:C a sh:ConstraintComponent ; sh:validator [ sh:ask "ASK {}" ] .
      ${targeted} ; ex:least 1 .`;
    expect(await namedOf(turtle)).toEqual([
      'the shapes https://example.org/C: no shape can use it without a sh:parameter that has a ' +
        'sh:path; give it one',
    ]);
  });
});

describe('nothing is named as not evaluated', () => {
  it.each([
    ['shapes without target beside others', 'ex:T a sh:NodeShape ; sh:class ex:C .'],
    ['shapes without constraint', 'ex:T a sh:NodeShape ; sh:not [] .'],
    ['a graph for other software', 'ex:a ex:b ex:c .'],
    ['severities of others', 'ex:T sh:targetNode ex:t ; sh:class ex:C ; sh:severity ex:Fatal .'],
    ['no alternatives, which nothing conforms to', 'ex:T sh:targetNode ex:t ; sh:or () .'],
    ['counts as texts', 'ex:P sh:path ex:p ; sh:targetNode ex:t ; sh:minCount "1" .'],
  ])('for %s', async (_, turtle) => {
    expect(await namedOf(`${targeted} ; ${property} . ${turtle}`)).toEqual([]);
  });

  it('for deactivated shapes with all that only they have inside', async () => {
    const turtle = `ex:S sh:targetClass ex:D ; sh:deactivated true ; sh:node ex:Other ;
      sh:property [ sh:path ex:p ; sh:mincount 1 ; sh:or ( [ sh:rule [] ] ) ] .`;
    expect(await namedOf(turtle)).toEqual([]);
  });

  it('for a deactivated shape, whose blank nodes are evaluated where they have a target', async () => {
    const shapes = await shapesOf(`ex:S sh:deactivated true ; sh:property _:p .
      _:p sh:path ex:p ; sh:targetClass ex:D ; sh:minCount 2 .`);
    const results = await validateRecord(shapes, 'ex:a a ex:D ; ex:p 1 .');
    expect(briefly(results)).toEqual(['<a> MinCount']);
    expect(shapes.unevaluated()).toEqual([]);
  });
});
