import type { FactNode, FactValue } from './fact-node.ts';
import { factTexts } from './fact-texts.ts';
import { termIri, termIris } from './properties.ts';

/** Properties whose name is the relation. */
const relationProperties: readonly string[] = [
  ...termIris(
    'schema:citation schema:exampleOfWork schema:hasPart schema:includedInDataCatalog',
    'schema:isBasedOn schema:isPartOf schema:isRelatedTo schema:isVariantOf',
    'schema:itemListElement schema:mentions schema:predecessorOf schema:sameAs',
    'schema:successorOf schema:translationOfWork schema:workExample schema:workTranslation',
  ),
  ...termIris(
    'dcterms:hasPart dcterms:hasVersion dcterms:isPartOf dcterms:isReferencedBy dcterms:isReplacedBy',
    'dcterms:isVersionOf dcterms:references dcterms:relation dcterms:replaces dcterms:source',
    'prov:alternateOf prov:hadPrimarySource prov:specializationOf prov:wasDerivedFrom',
    'prov:wasGeneratedBy prov:wasQuotedFrom prov:wasRevisionOf',
  ),
];
/** The properties with their normalised relation names. */
const direct = relationProperties.map((property) => {
  return { property, asked: [property], relations: [normalizeRelationName(property)] };
});
/** Properties of qualified links, and where a link names its relation. */
const links = [
  { property: termIri('schema:relatedLink'), naming: termIris('schema:linkRelationship') },
  { property: termIri('dcat:qualifiedRelation'), naming: termIris('dcat:hadRole') },
];
const allProperties = [...relationProperties, ...links.map(({ property }) => property)];
const termNames = termIris('schema:name');
const termCodes = termIris('schema:termCode');
const linkTargets = termIris('schema:target');
const relatives = termIris('dcterms:relation');
const listElement = termIri('schema:itemListElement');
const listItems = termIris('schema:item');
const formsOfTarget = termIris('schema:encodingType schema:contentType schema:encodingFormat');

/** A relation of a resource to another one. */
export interface ResourceRelation {
  /** The property of the resource that states it. */
  readonly property: string;
  /**
   * Normalised names: lower case, without namespace, blanks, hyphens and underscores (`haspart`). A
   * link may have several or none.
   */
  readonly relations: readonly string[];
  /** The published name of a link's relation: the name of a term, a text, or an IRI. */
  readonly named?: string | undefined;
  /** The related resource; of a link its target, if stated. */
  readonly target: FactValue;
  /** The `LinkRole` or qualified relation that states it. */
  readonly link?: FactNode;
  /** The published forms of a link's target: media types, classes or words. */
  readonly forms: readonly string[];
}

/** The relations of a resource, by property and then as published. */
export function readRelations(resource: FactNode): readonly ResourceRelation[] {
  // Most nodes have none.
  if (resource.values(allProperties).length === 0) return [];
  const stated = direct.flatMap(({ property, asked, relations }) => {
    const targets = resource.values(asked).flatMap((value) => readListItem(value, property));
    return targets.map((target): ResourceRelation => ({ property, relations, target, forms: [] }));
  });
  return [...stated, ...links.flatMap((each) => readLinkRelations(resource, each))];
}

type LinkProperty = (typeof links)[number];

/** Whether a relation has one of the given normalised names. */
export function isRelationNamed(
  { relations }: ResourceRelation,
  ...names: readonly string[]
): boolean {
  return relations.some((relation) => names.includes(relation));
}

/** The resource inside a list item. */
function readListItem(value: FactValue, property: string): readonly FactValue[] {
  if (value.kind === 'literal' || property !== listElement) return [value];
  const items = value.values(listItems);
  return items.length === 0 ? [value] : items;
}

function readLinkRelations(
  resource: FactNode,
  { property, naming }: LinkProperty,
): readonly ResourceRelation[] {
  return resource.values([property]).flatMap((link): readonly ResourceRelation[] => {
    if (link.kind === 'literal') return [{ property, relations: [], target: link, forms: [] }];
    const names = link.values(naming);
    const terms = names.flatMap((name) => valuesOfNode(name, termNames));
    const codes = names.flatMap((name) => valuesOfNode(name, termCodes));
    const [named] = factTexts([...terms, ...names]);
    const relations = [
      ...new Set(factTexts([...names, ...terms, ...codes]).map(normalizeRelationName)),
    ];
    return readLinkTargets(link).map((target): ResourceRelation => {
      const forms = factTexts([link, target].flatMap((each) => valuesOfNode(each, formsOfTarget)));
      return { property, relations, named, link, target, forms };
    });
  });
}

/** The target of a link; may be the link node itself. */
function readLinkTargets(link: FactNode): readonly FactValue[] {
  const stated = link.values(linkTargets);
  const related = stated.length > 0 ? stated : link.values(relatives);
  return related.length > 0 ? related : [link];
}

function valuesOfNode(value: FactValue, properties: readonly string[]): readonly FactValue[] {
  return value.kind === 'literal' ? [] : value.values(properties);
}

function normalizeRelationName(name: string): string {
  return name
    .replace(/^.*[/#:]/su, '')
    .replaceAll(/[\s_-]/gu, '')
    .toLowerCase();
}
