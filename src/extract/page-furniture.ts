import type { JsonDocument, JsonObject } from './json-document.ts';
import { itemsOf, propertyOf, topLevelNodes, typesOf } from './top-level-nodes.ts';

/**
 * What a JSON-LD document does on its page: it is a record, it describes the page or site, or it describes the person
 * or organisation the page is about, which makes it a record where the page has no better.
 */
export type PageRole = 'record' | 'page-subject' | 'furniture';

/** What describes a page, a site or a way around it: schema.org's WebPage and WebPageElement with their subtypes. */
const webTypes =
  'AboutPage CheckoutPage CollectionPage ContactPage FAQPage ImageGallery ItemPage MediaGallery MedicalWebPage ' +
  'ProfilePage QAPage SearchResultsPage SiteNavigationElement VideoGallery WebPage WebPageElement WebSite ' +
  'WPAdBlock WPFooter WPHeader WPSideBar';
/** What such descriptions are made of. Table, a WebPageElement to schema.org, is left out: it may well be data. */
const partTypes = 'BreadcrumbList EntryPoint ImageObject ListItem ReadAction SearchAction';
const pageTypes: ReadonlySet<string> = new Set(`${webTypes} ${partTypes}`.split(' '));

/** Who publishes. Projects are organisations to schema.org, but nobody puts one on every page. */
const agentTypes: ReadonlySet<string> = new Set(
  (
    'ArchiveOrganization CollegeOrUniversity Consortium Corporation EducationalOrganization FundingAgency ' +
    'GovernmentOrganization Library LibrarySystem LocalBusiness NewsMediaOrganization NGO Organization Person ' +
    'ProfessionalService ResearchOrganization'
  ).split(' '),
);

/** Properties by which the description of a page says what the page is about. */
const subjectProperties = ['about', 'dataset', 'mainEntity'] as const;
/** What a help page is about, beside agents and images; none of it is a resource to be found. */
const idleSubjects: ReadonlySet<string> = new Set(['Question', 'Thing']);

/**
 * Says what role a document plays, by the types its text shows. One node that is a record makes the whole a record,
 * and so does a node of unknown or no type: only what is surely furniture may be left out.
 * @param isPage whether an IRI, perhaps relative, is that of the page
 */
export function roleOf(document: JsonDocument, isPage: (iri: string) => boolean): PageRole {
  const roles = new Set(topLevelNodes(document).map((node) => roleOfNode(node, isPage)));
  if (roles.has('record')) return 'record';
  return roles.has('page-subject') ? 'page-subject' : 'furniture';
}

/** The nodes of a document that describe more than a page, its site, or who publishes it. */
export function describedNodes(document: JsonDocument): readonly JsonObject[] {
  return topLevelNodes(document).filter((node) => roleOfNode(node, () => false) === 'record');
}

function roleOfNode(node: JsonObject, isPage: (iri: string) => boolean): PageRole {
  // Only what is described for its own sake has a metadata record of its own (CDIF discovery: subjectOf).
  if (propertyOf(node, 'subjectOf').length > 0) return 'record';
  const types = typesOf(node);
  if (!types.every((type) => pageTypes.has(type) || agentTypes.has(type))) return 'record';
  if (types.length === 0) return 'record';
  if (types.some((type) => agentTypes.has(type))) {
    return namesPage(node, isPage) ? 'page-subject' : 'furniture';
  }
  return hasSubject(node) ? 'record' : 'furniture';
}

/** A page about an organisation and a page with the publisher's logo differ only in whom the node says it is. */
function namesPage(node: JsonObject, isPage: (iri: string) => boolean): boolean {
  const named = [
    node['@id'],
    node['id'],
    propertyOf(node, 'mainEntityOfPage'),
    propertyOf(node, 'url'),
  ].flat();
  const iris = named.concat(itemsOf(named).map((item) => item['@id']));
  // `#publisher` is a part of every page it stands on.
  return iris.some((iri) => typeof iri === 'string' && /^[^#]/u.test(iri) && isPage(iri));
}

/** A WebPage that carries what it is about inside it is how some repositories wrap their datasets. */
function hasSubject(node: JsonObject): boolean {
  return subjectProperties
    .flatMap((property) => itemsOf(propertyOf(node, property)))
    .flatMap((subject) => typesOf(subject))
    .some((type) => !pageTypes.has(type) && !agentTypes.has(type) && !idleSubjects.has(type));
}
