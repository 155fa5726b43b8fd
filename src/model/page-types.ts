/** Types of pages and sites: schema.org's WebPage and WebPageElement with their subtypes. */
const webTypes =
  'AboutPage CheckoutPage CollectionPage ContactPage FAQPage ImageGallery ItemPage MediaGallery ' +
  'MedicalWebPage ProfilePage QAPage SearchResultsPage SiteNavigationElement VideoGallery ' +
  'WebPage WebPageElement WebSite WPAdBlock WPFooter WPHeader WPSideBar';
/** Types of parts of pages. Without Table, a WebPageElement that may be data. */
const partTypes = 'BreadcrumbList EntryPoint ImageObject ListItem ReadAction SearchAction';

/** Hydra's classes for pages of a catalogue: local names, and IRIs after expansion. */
const catalogueTypes = ['PagedCollection', 'PartialCollectionView'].flatMap((name) => [
  name,
  `http://www.w3.org/ns/hydra/core#${name}`,
]);

/** Local names of types of pages, sites and their parts, in schema.org and other vocabularies. */
export const pageTypes: ReadonlySet<string> = new Set([
  ...`${webTypes} ${partTypes}`.split(' '),
  ...catalogueTypes,
]);

/**
 * Local names of the types of publishers. Projects are organisations in schema.org, but pages do
 * not carry one as boilerplate.
 */
export const agentTypes: ReadonlySet<string> = new Set(
  (
    'ArchiveOrganization CollegeOrUniversity Consortium Corporation EducationalOrganization ' +
    'FundingAgency GovernmentOrganization Library LibrarySystem LocalBusiness ' +
    'NewsMediaOrganization NGO Organization Person ProfessionalService ResearchOrganization'
  ).split(' '),
);

/** Local names of the properties that link the description of a page to its subject. */
export const pageSubjectProperties = ['about', 'dataset', 'mainEntity'] as const;

/** Subjects of help pages, besides agents and images; none of them is a resource to be found. */
export const ignoredPageSubjects: ReadonlySet<string> = new Set(['Question', 'Thing']);

/** The DCAT-US schema, in any version and location. */
const schema =
  /^https?:\/\/(?:project-open-data\.cio\.gov\/v1\.|resources\.data\.gov\/[^"]*dcat-us)/iu;

/** Whether an IRI identifies the DCAT-US schema, as in the `conformsTo` of a catalogue. */
export function isDcatUsSchema(iri: string): boolean {
  return schema.test(iri.trim());
}

/**
 * Fields that distinguish a DCAT-US catalogue in plain JSON from other lists; all but the last are
 * required in each entry.
 */
export const dcatUsDetectionFields = [
  'accessLevel',
  'bureauCode',
  'contactPoint',
  'identifier',
  'keyword',
  'modified',
  'publisher',
  'distribution',
] as const;
