import { vocabulary } from '../../rdf/vocabularies.ts';
import type { FactNode, FactValue } from './fact-node.ts';
import { factTexts } from './fact-texts.ts';

const schema = vocabulary(
  'http://schema.org/',
  'citation',
  'contentType',
  'encodingFormat',
  'encodingType',
  'exampleOfWork',
  'hasPart',
  'includedInDataCatalog',
  'isBasedOn',
  'isPartOf',
  'isRelatedTo',
  'isVariantOf',
  'item',
  'itemListElement',
  'linkRelationship',
  'mentions',
  'name',
  'predecessorOf',
  'relatedLink',
  'sameAs',
  'successorOf',
  'target',
  'termCode',
  'translationOfWork',
  'workExample',
  'workTranslation',
);
const dcterms = vocabulary(
  'http://purl.org/dc/terms/',
  'hasPart',
  'hasVersion',
  'isPartOf',
  'isReferencedBy',
  'isReplacedBy',
  'isVersionOf',
  'references',
  'relation',
  'replaces',
  'source',
);
const dcat = vocabulary('http://www.w3.org/ns/dcat#', 'hadRole', 'qualifiedRelation');
const prov = vocabulary(
  'http://www.w3.org/ns/prov#',
  'alternateOf',
  'hadPrimarySource',
  'specializationOf',
  'wasDerivedFrom',
  'wasGeneratedBy',
  'wasQuotedFrom',
  'wasRevisionOf',
);

/** Properties that say themselves how something is related. */
const relationProperties: readonly string[] = [
  schema.citation,
  schema.exampleOfWork,
  schema.hasPart,
  schema.includedInDataCatalog,
  schema.isBasedOn,
  schema.isPartOf,
  schema.isRelatedTo,
  schema.isVariantOf,
  schema.itemListElement,
  schema.mentions,
  schema.predecessorOf,
  schema.sameAs,
  schema.successorOf,
  schema.translationOfWork,
  schema.workExample,
  schema.workTranslation,
  ...Object.values(dcterms),
  ...Object.values(prov),
];
/** The same with what the relation is called. */
const direct = relationProperties.map((property) => {
  return { property, asked: [property], relations: [normalRelation(property)] };
});
/** Properties of links, and where a link says how something is related. */
const links = [
  { property: schema.relatedLink, naming: [schema.linkRelationship] },
  { property: dcat.qualifiedRelation, naming: [dcat.hadRole] },
];
const allProperties = [...relationProperties, ...links.map(({ property }) => property)];
const termNames = [schema.name];
const termCodes = [schema.termCode];
const linkTargets = [schema.target];
const relatives = [dcterms.relation];
const listItems = [schema.item];
const formsOfTarget = [schema.encodingType, schema.contentType, schema.encodingFormat];

/** How a resource is related to something else. */
export interface Relation {
  /** The property of the resource under which it was said. */
  readonly property: string;
  /**
   * What the relation is called: in lower case, without namespace, blanks, hyphens and underscores
   * (`haspart`). A link may say it in several ways, or not at all.
   */
  readonly relations: readonly string[];
  /** What a link calls its relation, as published: the name of a term, a text, or an IRI. */
  readonly named?: string | undefined;
  /** To what; of a link what it leads to, where it says so. */
  readonly target: FactValue;
  /** The `LinkRole` or qualified relation that says it. */
  readonly link?: FactNode;
  /** In what form a link says its target to be: media types, classes, or words, as published. */
  readonly forms: readonly string[];
}

/** How a resource is related to others, by property and then as published. */
export function readRelations(resource: FactNode): readonly Relation[] {
  // Most nodes have none of them.
  if (resource.values(allProperties).length === 0) return [];
  const said = direct.flatMap(({ property, asked, relations }) => {
    const targets = resource.values(asked).flatMap((value) => itemsIn(value, property));
    return targets.map((target): Relation => ({ property, relations, target, forms: [] }));
  });
  return [...said, ...links.flatMap((each) => linked(resource, each))];
}

type LinkProperty = (typeof links)[number];

/** Whether a relation is called so, by one of these names in their normal form. */
export function isOfRelation({ relations }: Relation, ...names: readonly string[]): boolean {
  return relations.some((relation) => names.includes(relation));
}

/** What stands in an item of a list, in place of the item. */
function itemsIn(value: FactValue, property: string): readonly FactValue[] {
  if (value.kind === 'literal' || property !== schema.itemListElement) return [value];
  const items = value.values(listItems);
  return items.length === 0 ? [value] : items;
}

function linked(resource: FactNode, { property, naming }: LinkProperty): readonly Relation[] {
  return resource.values([property]).flatMap((link): readonly Relation[] => {
    if (link.kind === 'literal') return [{ property, relations: [], target: link, forms: [] }];
    const names = link.values(naming);
    const terms = names.flatMap((name) => inTerm(name, termNames));
    const codes = names.flatMap((name) => inTerm(name, termCodes));
    const [named] = factTexts([...terms, ...names]);
    const relations = [...new Set(factTexts([...names, ...terms, ...codes]).map(normalRelation))];
    return targetsOf(link).map((target): Relation => {
      const forms = factTexts([link, target].flatMap((each) => inTerm(each, formsOfTarget)));
      return { property, relations, named, link, target, forms };
    });
  });
}

/** What a link leads to; it may be the thing itself. */
function targetsOf(link: FactNode): readonly FactValue[] {
  const said = link.values(linkTargets);
  const related = said.length > 0 ? said : link.values(relatives);
  return related.length > 0 ? related : [link];
}

function inTerm(value: FactValue, properties: readonly string[]): readonly FactValue[] {
  return value.kind === 'literal' ? [] : value.values(properties);
}

function normalRelation(name: string): string {
  return name
    .replace(/^.*[/#:]/su, '')
    .replaceAll(/[\s_-]/gu, '')
    .toLowerCase();
}
