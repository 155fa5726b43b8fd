import { fieldContainers } from '../../facts/record/croissant.ts';
import { croissantTerms, fileTerms, termIri, termIris } from '../../facts/record/properties.ts';
import { type FactNode, factText, nodesUnder } from '../../facts/record/record-graph.ts';
import {
  type ChecksumAlgorithm,
  isChecksumAlgorithm,
  parseChecksum,
} from '../../facts/text/formats-and-checksums.ts';
import type { CheckedRecord } from '../checked-record.ts';
import {
  type Change,
  isStated,
  missingStatement,
  propertyOf,
  type RuleSet,
  says,
  sayRule,
  valueRule,
  type Violation,
} from '../rule.ts';

const conformsTo = fileTerms.profiles;
/** The profile IRI of a version of Croissant, in any spelling. */
const croissantProfile = /^https?:\/\/(?:www\.)?mlcommons\.org\/croissant\/(\d+\.\d+)\/?$/iu;
const live = /^(?:1|true|yes)$/iu;
/** Hexadecimal digits of the checksums that Croissant uses. */
const checksumForms = [
  { path: fileTerms.sha256, algorithm: 'sha-256', name: 'SHA-256', digits: 64 },
  { path: croissantTerms.md5, algorithm: 'md5', name: 'MD5', digits: 32 },
] as const;
const checksums = [...fileTerms.sha256, ...croissantTerms.md5, ...fileTerms.checksums];
/** Properties whose values are parts of the dataset, by their ids. */
const references = [
  ...croissantTerms.containers,
  ...croissantTerms.sources,
  ...croissantTerms.fieldReferences,
  ...croissantTerms.targets,
];

const includes = termIris('cr:includes');
const fileClasses = new Set([...croissantTerms.fileObject, ...croissantTerms.fileSet]);

/** Rules about Croissant datasets: files, file sets, record sets and fields. */
export const croissantRules = {
  'croissant-conforms-to': {
    title: 'Dataset does not declare its version of Croissant',
    asked:
      'State under conformsTo the IRI of the version, such as http://mlcommons.org/croissant/1.1.',
    why: 'Programs read a dataset by the rules of the version that it declares.',
    remedy: 'mechanical',
    of: 'resource',
    check: (resource) => {
      const claims = resource.values(conformsTo).flatMap((value) => {
        const [written, version] = croissantProfile.exec(factText(value)?.trim() ?? '') ?? [];
        return version === undefined ? [] : [{ value, written, iri: croissantIri(version) }];
      });
      if (claims.some(({ written, iri }) => written === iri)) return [];
      const near = claims.map(({ value, iri }): Violation => {
        const change = { kind: 'mechanical', act: 'replace', value: iri } as const;
        return { property: conformsTo[0] ?? '', value, change };
      });
      if (near.length > 0) return near;
      const value = '{http://mlcommons.org/croissant/1.1}';
      return [missingStatement(resource, conformsTo, { kind: 'author', value })];
    },
    example: {
      record: 'croissant',
      patch: [
        { op: 'replace', path: '/conformsTo', value: 'https://mlcommons.org/croissant/1.1/' },
      ],
    },
  },
  'croissant-cite-as': sayRule('resource', 'cr:citeAs', {
    title: 'Citation of the dataset itself is missing',
    asked: 'Write under citeAs how to cite the dataset, if possible in the form of BibTeX.',
    why: 'People who train a model with the data cite the dataset by copying this text.',
    template: '{how to cite the dataset, as BibTeX}',
    example: { record: 'croissant', patch: [{ op: 'remove', path: '/citeAs' }] },
  }),
  'croissant-type': {
    title: 'Class of Croissant is missing',
    asked:
      'Give each distribution the type cr:FileObject or cr:FileSet, each record set ' +
      'cr:RecordSet, each field cr:Field.',
    why: 'Programs find the parts of a dataset by their classes.',
    remedy: 'derivable',
    of: 'croissantNode',
    check: (node) => {
      const expected = expectedClass(node);
      if (expected === undefined || expected.classes.some((each) => node.types.includes(each)))
        return [];
      const found = node.types.length === 0 ? {} : { found: node.types.join(', ') };
      return [{ property: '@type', ...found, change: expected.change }];
    },
    example: { record: 'croissant', patch: [{ op: 'remove', path: '/recordSet/0/@type' }] },
  },
  'croissant-id': {
    title: 'Part of the dataset has no id',
    asked:
      'Give each file, file set, record set and field an @id that no other part has, such as ' +
      '`measurements/depth` for the field `depth` of the record set `measurements`.',
    why: 'Fields and record sets refer to files and to each other by these ids.',
    remedy: 'author',
    of: 'croissantNode',
    constraint: { path: [], nodeKind: 'IRI' },
    check: (node) => {
      if (node.iri !== undefined || expectedClass(node) === undefined) return [];
      const value = '{an id that no other part of the dataset has}';
      return [{ property: '@id', change: { kind: 'author', act: 'add', value } }];
    },
    example: { record: 'croissant', patch: [{ op: 'remove', path: '/recordSet/0/field/2/@id' }] },
  },
  'croissant-reference': {
    title: 'Reference to a part that the record does not describe',
    asked: 'Refer with @id to a file, file set, record set or field by the id that it has.',
    why: 'Programs cannot load a field whose source they do not find.',
    remedy: 'author',
    of: 'croissantNode',
    check: (node) =>
      references.flatMap((property) =>
        node.values([property]).flatMap((value): readonly Violation[] => {
          const isBroken = value.kind === 'node' && value.iri !== undefined && !value.isDescribed;
          if (!isBroken) return [];
          const template = { '@id': '{the id of a part of the dataset}' };
          const change: Change = { kind: 'author', act: 'replace', value: template };
          return [{ property, value, found: factText(value) ?? value.name, change }];
        }),
      ),
    example: {
      record: 'croissant',
      patch: [
        { op: 'replace', path: '/recordSet/0/field/1/source/fileObject/@id', value: 'a.csv' },
      ],
    },
  },
  'croissant-content-url': {
    title: 'File has no contentUrl',
    asked:
      'Give the address of the file as contentUrl; of a file in an archive its path in the ' +
      'archive, and the archive as containedIn.',
    why: 'Programs download the data from there.',
    remedy: 'author',
    of: 'fileObject',
    check: (file, context) => {
      if (says(file, [...fileTerms.contents, ...croissantTerms.containers], context)) return [];
      const value = '{the address of the file}';
      return [missingStatement(file, fileTerms.contents, { kind: 'author', value })];
    },
    example: { record: 'croissant', patch: [{ op: 'remove', path: '/distribution/0/contentUrl' }] },
  },
  'croissant-checksum': {
    title: 'File has no checksum',
    asked:
      'State the SHA-256 checksum of the file as sha256, unless the file changes all the time: ' +
      'then set isLiveDataset.',
    why: 'A program can tell whether it has the data that the record describes.',
    remedy: 'author',
    of: 'fileObject',
    check: (file, context) => {
      if (isContained(file) || isLive(context.record)) return [];
      if (says(file, checksums, context)) return [];
      const value = '{the SHA-256 checksum: 64 hexadecimal digits}';
      return [missingStatement(file, fileTerms.sha256, { kind: 'author', value })];
    },
    example: { record: 'croissant', patch: [{ op: 'remove', path: '/distribution/0/sha256' }] },
  },
  'croissant-checksum-form': {
    title: 'Checksum has the wrong length or other characters',
    asked:
      'Write SHA-256 as 64 hexadecimal digits under sha256, MD5 as 32 digits under md5, without ' +
      'the name of the algorithm before them.',
    why: 'A program that compares checksums takes the file for damaged.',
    remedy: 'mechanical',
    of: 'fileObject',
    check: (file) =>
      checksumForms.flatMap(({ path, algorithm, name, digits }) =>
        file.values(path).flatMap((value): readonly Violation[] => {
          if (!isStated(value, { acceptsNil: false })) return [];
          const text = (factText(value) ?? '').trim();
          if (text.length === digits && /^[\da-f]+$/iu.test(text)) return [];
          const hex = hexadecimalDigits(text, algorithm);
          const template = `{the ${name} checksum: ${digits} hexadecimal digits}`;
          const kind = hex === undefined ? 'author' : 'mechanical';
          const change: Change = { kind, act: 'replace', value: hex ?? template };
          const property = propertyOf(file, path, value);
          return [{ property, value, found: `${text} (${name})`, change }];
        }),
      ),
    example: {
      record: 'croissant',
      patch: [
        {
          op: 'replace',
          path: '/distribution/0/sha256',
          value: 'sha256:3a7bd3e2360a3d29eea436fcfb7e44c735d117c42d1c1835420b6b9942dd4f1b',
        },
      ],
    },
  },
  'croissant-includes': {
    title: 'File set does not say which files it includes',
    asked: 'Give a pattern of the paths of its files as includes, such as `images/*.jpg`.',
    why: 'A file set is defined by the pattern; without one, a program finds no files.',
    remedy: 'author',
    of: 'fileSet',
    check: (set, context) => {
      // A data source, such as a manifest, can list the files.
      const sources = nodesUnder(set, croissantTerms.containers);
      const isListed = sources.some(({ types }) => hasOneOf(types, croissantTerms.dataSource));
      if (isListed || says(set, includes, context)) return [];
      const value = '{a pattern such as images/*.jpg}';
      return [missingStatement(set, includes, { kind: 'author', value })];
    },
    example: { record: 'croissant', patch: [{ op: 'remove', path: '/distribution/1/includes' }] },
  },
  'croissant-record-set': sayRule('resource', croissantTerms.recordSets, {
    title: 'Record sets are missing',
    asked: 'Describe the records of the dataset: a recordSet with a field for each column.',
    why: 'By the record sets, programs load the data without code of your own.',
    template: {
      '@id': '{id}',
      '@type': 'cr:RecordSet',
      'cr:field': { '@id': '{id/column}', '@type': 'cr:Field', 'schema:name': '{column}' },
    },
    example: { record: 'croissant', patch: [{ op: 'remove', path: '/recordSet' }] },
  }),
  'croissant-field': sayRule('recordSet', croissantTerms.fields, {
    title: 'Record set has no fields',
    asked: 'Describe each column of the records as a field.',
    why: 'Without fields a program loads empty records.',
    template: { '@id': '{id/column}', '@type': 'cr:Field', 'schema:name': '{column}' },
    example: {
      record: 'croissant',
      patch: [
        { op: 'remove', path: '/recordSet/1/field' },
        { op: 'remove', path: '/recordSet/0/field/2/references' },
      ],
    },
  }),
  'croissant-data-type': {
    title: 'Field has no data type',
    asked: 'State the dataType of the field, such as sc:Text, sc:Integer, sc:Float or sc:Date.',
    why: 'Programs choose the type of a column by it; guessing makes numbers of postal codes.',
    remedy: 'author',
    of: 'field',
    check: (field, context) => {
      const { dataTypes, equivalents } = croissantTerms;
      if (says(field, [...dataTypes, ...equivalents], context) || hasInheritedType(field))
        return [];
      const value = { '@id': '{the data type, such as sc:Text}' };
      return [missingStatement(field, dataTypes, { kind: 'author', value })];
    },
    example: {
      record: 'croissant',
      patch: [{ op: 'remove', path: '/recordSet/0/field/1/dataType' }],
    },
  },
  'croissant-data-type-iri': valueRule('field', croissantTerms.dataTypes, {
    title: 'Data type is a text and no IRI',
    asked:
      'Declare dataType in the context with "@type": "@vocab", so that sc:Text becomes the IRI ' +
      'of a class.',
    why: 'A text such as `sc:Text` means nothing to a program that reads the record as RDF.',
    remedy: 'mechanical',
    constraint: { nodeKind: 'IRI' },
    violation: (value) => {
      if (value.kind === 'node') return undefined;
      const [, name] = /^(?:sc|schema|https?:\/\/schema\.org\/):?(\w+)$/u.exec(value.text) ?? [];
      if (name === undefined) return {};
      return {
        change: { kind: 'mechanical', act: 'replace', value: { '@id': termIri(`schema:${name}`) } },
      };
    },
    example: {
      record: 'croissant',
      patch: [
        { op: 'replace', path: '/recordSet/0/field/1/dataType', value: { '@value': 'sc:Float' } },
      ],
    },
  }),
  'croissant-source': {
    title: 'Field has no source',
    asked: 'Say where the values come from: source with a file and its column, or a value.',
    why: 'A program cannot fill the field.',
    remedy: 'author',
    of: 'field',
    check: (field, context) => {
      const own = [
        ...croissantTerms.sources,
        ...croissantTerms.constants,
        ...croissantTerms.subFields,
      ];
      const isFilled =
        says(field, own, context) ||
        fieldContainers(field).some((each) => each.values(croissantTerms.embedded).length > 0);
      if (isFilled) return [];
      const value = {
        'cr:fileObject': { '@id': '{the id of the file}' },
        'cr:extract': { 'cr:column': '{the name of the column}' },
      };
      return [missingStatement(field, croissantTerms.sources, { kind: 'author', value })];
    },
    example: {
      record: 'croissant',
      patch: [{ op: 'remove', path: '/recordSet/0/field/1/source' }],
    },
  },
} satisfies RuleSet;

function croissantIri(version: string): string {
  return `http://mlcommons.org/croissant/${version}`;
}

/** The class that a part has by its place in the dataset. */
interface ExpectedClass {
  /** One of these. */
  readonly classes: readonly string[];
  readonly change: Change;
}

/** The expected class of a part of a dataset; undefined for data sources. */
function expectedClass(node: FactNode): ExpectedClass | undefined {
  if (node.referrers(croissantTerms.recordSets).length > 0)
    return { classes: croissantTerms.recordSet, change: addType('derivable', 'cr:RecordSet') };
  if (node.referrers([...croissantTerms.fields, ...croissantTerms.subFields]).length > 0)
    return { classes: croissantTerms.field, change: addType('derivable', 'cr:Field') };
  if (node.referrers(fileTerms.distributions).length === 0) return undefined;
  const classes = termIris('cr:FileObject cr:FileSet');
  const old = node.types.find((type) => fileClasses.has(type));
  if (old === undefined) {
    const template = '{cr:FileObject for a file, cr:FileSet for a set of files}';
    return { classes, change: addType('author', template) };
  }
  const name = croissantTerms.fileSet.includes(old) ? 'cr:FileSet' : 'cr:FileObject';
  return { classes, change: addType('mechanical', name) };
}

function addType(kind: Change['kind'], value: string): Change {
  return { kind, act: 'add', value };
}

/**
 * The digits of a checksum that is written in another form, such as behind the name of its
 * algorithm; undefined where it names another algorithm, or is no checksum.
 */
function hexadecimalDigits(text: string, algorithm: ChecksumAlgorithm): string | undefined {
  const [before = ''] = text.split(/[:;= ]/u);
  const isNamed = isChecksumAlgorithm(before) || /^ni:/iu.test(text);
  const read = parseChecksum(text, isNamed ? [] : [algorithm]);
  return read?.algorithm === algorithm ? read.hex : undefined;
}

function hasOneOf(types: readonly string[], classes: readonly string[]): boolean {
  return types.some((type) => classes.includes(type));
}

function isContained(file: FactNode): boolean {
  return file.values(croissantTerms.containers).length > 0;
}

function isLive({ resource }: CheckedRecord): boolean {
  return resource.values(croissantTerms.live).some((value) => live.test(factText(value) ?? ''));
}

/**
 * Whether the type of a field follows from others: from its sub-fields, from a typed record set
 * (RecordSet Typing), or from the field that is its source or that it refers to.
 */
function hasInheritedType(field: FactNode): boolean {
  if (field.values(croissantTerms.subFields).length > 0) return true;
  const sets = fieldContainers(field).filter(({ types }) =>
    hasOneOf(types, croissantTerms.recordSet),
  );
  if (sets.some((set) => set.values(croissantTerms.dataTypes).length > 0)) return true;
  const sources = nodesUnder(field, [...croissantTerms.sources, ...termIris('cr:references')]);
  const fields = [
    ...sources,
    ...sources.flatMap((source) => nodesUnder(source, croissantTerms.fields)),
  ];
  return fields.some(({ types }) => hasOneOf(types, croissantTerms.field));
}
