import { termIri, termIris, textTerms } from '../../facts/record/properties.ts';
import { type FactNode, factText, type FactValue } from '../../facts/record/record-graph.ts';
import { irisUnder, publishedText, publishedTexts } from '../../facts/record/fact-texts.ts';
import { readDigitalObjects } from '../../facts/record/files.ts';
import { readMetadata } from '../../facts/record/relations.ts';
import { classifyAccess, parseAccessibleForFree } from '../../facts/text/access.ts';
import { isSpdxLicence, licenceOfName, normalizeLicence } from '../../facts/text/licence.ts';
import { isWrittenIri } from '../../rdf/iri.ts';
import { xsd } from '../../rdf/vocabularies.ts';
import type { JsonValue } from '../../text/json.ts';
import { isDescribed } from '../checked-record.ts';
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

const metadataLicences = termIris('schema:sdLicense');
const accessConditions = termIris('schema:conditionsOfAccess dcterms:accessRights');
const booleanTypes = new Set([xsd.boolean, termIri('schema:Boolean')]);
const booleanTerms = termIris('schema:True schema:False');

/** Rules about licences, and about access free of charge. */
export const licenceRules = {
  licence: sayRule('resource', textTerms.license, {
    title: 'No licence is stated under license',
    asked: 'Name the licence under which the data may be used, by its IRI.',
    why:
      'A licence tells what one may do with the data, and portals filter by it. Conditions of ' +
      'access only say who may see the data.',
    template: { '@id': '{the IRI of the licence, such as https://spdx.org/licenses/CC-BY-4.0}' },
    derive: licenceFromElsewhere,
    example: { record: 'soso', patch: [{ op: 'remove', path: '/license' }] },
  }),
  'licence-iri': {
    title: 'Licence is not named by an IRI',
    asked: 'Name the licence by its IRI, if it has one by that of the SPDX list of licences.',
    why:
      'Names of licences are written in a hundred ways; `Creative Commons` alone can mean ' +
      'seven licences. An IRI means one licence in one version.',
    remedy: 'mechanical',
    of: 'resource',
    check: (resource) => {
      const stated = statedLicences(resource);
      if (stated.some((value) => licenceIris(value).length > 0)) return [];
      return stated.map((value): Violation => {
        const property = propertyOf(resource, textTerms.license, value);
        return { property, value, change: licenceChange(value) };
      });
    },
    example: {
      record: 'soso',
      patch: [{ op: 'replace', path: '/license', value: 'CC BY 4.0' }],
    },
  },
  'licence-spdx': {
    title: 'Licence is not named by its IRI in the SPDX list',
    asked: 'Add the IRI of the licence in the SPDX list, and keep the other one.',
    why:
      'One licence has several addresses: the deed, the legal code, pages in other languages. ' +
      'The SPDX list has one IRI for each version of a licence.',
    remedy: 'mechanical',
    of: 'resource',
    check: (resource) => {
      const stated = statedLicences(resource).map((value) => ({ value, iris: licenceIris(value) }));
      if (stated.some(({ iris }) => iris.some(isSpdxIri))) return [];
      return stated.slice(0, 1).flatMap(({ value, iris }): readonly Violation[] => {
        const licence = knownLicence(value);
        if (iris.length === 0 || licence === undefined) return [];
        const property = propertyOf(resource, textTerms.license, value);
        const change = { kind: 'mechanical', act: 'add', value: { '@id': licence } } as const;
        return [{ property, value, change }];
      });
    },
    example: {
      record: 'soso',
      patch: [
        {
          op: 'replace',
          path: '/license',
          value: 'https://creativecommons.org/licenses/by/4.0/legalcode',
        },
      ],
    },
  },
  'metadata-licence': {
    title: 'Licence of the metadata is missing',
    asked: 'Name the licence of the description itself, as sdLicense.',
    why: 'A catalogue that copies descriptions needs to know whether it may.',
    remedy: 'author',
    of: 'resource',
    check: (resource, context) => {
      const records = readMetadata(resource).records.filter(({ kind }) => kind === 'record');
      const ofRecord = [...textTerms.license, ...metadataLicences];
      const isLicensed =
        says(resource, metadataLicences, context) ||
        records.some(({ node }) => says(node, ofRecord, context));
      if (isLicensed) return [];
      const value = { '@id': '{the IRI of the licence of the metadata}' };
      return [missingStatement(resource, metadataLicences, { kind: 'author', value })];
    },
    example: { record: 'croissant', patch: [{ op: 'remove', path: '/sdLicense' }] },
  },
  'accessible-for-free': sayRule('resource', textTerms.accessibleForFree, {
    title: 'Whether access is free of charge is not stated',
    asked: 'State with isAccessibleForFree whether the data can be had without payment.',
    why: 'Portals offer a filter for data that cost nothing.',
    template: '{true or false}',
    derive: freeByConditions,
    example: { record: 'soso', patch: [{ op: 'remove', path: '/isAccessibleForFree' }] },
  }),
  'accessible-for-free-form': valueRule('resource', textTerms.accessibleForFree, {
    title: 'Statement of free access is no boolean',
    asked: 'Write true or false without quotation marks.',
    why: 'Programs take a text for neither of the two values.',
    remedy: 'mechanical',
    violation: (value) => {
      if (isBoolean(value)) return undefined;
      const access = parseAccessibleForFree(factText(value) ?? '');
      const change: Change =
        access === undefined
          ? { kind: 'author', act: 'replace', value: '{true or false}' }
          : { kind: 'mechanical', act: 'replace', value: access === 'open' };
      return { change };
    },
    example: {
      record: 'soso',
      patch: [{ op: 'replace', path: '/isAccessibleForFree', value: 'yes' }],
    },
  }),
} satisfies RuleSet;

function statedLicences(resource: FactNode): readonly FactValue[] {
  const values = resource.values(textTerms.license);
  return values.filter((value) => isStated(value, { acceptsNil: false }));
}

/** The IRIs by which a value names a licence: its own, and those of a described licence. */
function licenceIris(value: FactValue): readonly string[] {
  const links = isDescribed(value) ? irisUnder(value, textTerms.addresses) : [];
  return [publishedText(value) ?? '', ...links].filter(isWrittenIri);
}

function isSpdxIri(iri: string): boolean {
  return isSpdxLicence(iri.replace(/^http:/u, 'https:'));
}

/** The texts that name the licence of a value. */
function licenceTexts(value: FactValue): readonly string[] {
  const own = [publishedText(value) ?? ''];
  if (!isDescribed(value)) return own;
  const names = publishedTexts(value, [...textTerms.licenceNames, ...textTerms.addresses]);
  return [...own, ...names];
}

/** The one licence of the SPDX list that a value names. */
function knownLicence(value: FactValue): string | undefined {
  const licences = new Set(licenceTexts(value).flatMap((text) => licenceOfName(text) ?? []));
  const [licence] = licences;
  return licences.size === 1 ? licence : undefined;
}

function licenceChange(value: FactValue): Change {
  // A described licence keeps its name and text.
  const act = isDescribed(value) ? 'add' : 'replace';
  const licence = knownLicence(value);
  if (licence !== undefined) return { kind: 'mechanical', act, value: { '@id': licence } };
  // A sentence may name a licence and restrict it.
  const perhaps = licenceTexts(value).map(normalizeLicence).find(isSpdxLicence);
  return { kind: 'author', act, value: { '@id': `{${perhaps ?? 'the IRI of the licence'}}` } };
}

/** The one licence that other statements about rights name, or else all distributions. */
function licenceFromElsewhere(resource: FactNode): JsonValue | undefined {
  const rights = resource.values(textTerms.licences).map(knownLicence);
  const [stated, ...others] = new Set(rights.filter((licence) => licence !== undefined));
  if (stated !== undefined) return others.length === 0 ? { '@id': stated } : undefined;
  const distributed = readDigitalObjects(resource).map(({ value }) => {
    const licences = value.kind === 'node' ? value.values(textTerms.license) : [];
    return licences.map(knownLicence).find((licence) => licence !== undefined);
  });
  const [licence, ...further] = new Set(distributed);
  return licence === undefined || further.length > 0 ? undefined : { '@id': licence };
}

/** True where the record says in words that access is open. */
function freeByConditions(resource: FactNode): JsonValue | undefined {
  const conditions = resource.values(accessConditions).map((value) => factText(value) ?? '');
  const isOpen =
    conditions.length > 0 && conditions.every((text) => classifyAccess(text) === 'open');
  return isOpen ? true : undefined;
}

function isBoolean(value: FactValue): boolean {
  if (value.kind === 'node') return booleanTerms.includes(value.name);
  const isTyped = value.datatype !== undefined && booleanTypes.has(value.datatype);
  return isTyped && /^(?:true|false)$/u.test(value.text);
}
