/** What describes a page, a site or a way around it: schema.org's WebPage and WebPageElement with their subtypes. */
const webTypes =
  'AboutPage CheckoutPage CollectionPage ContactPage FAQPage ImageGallery ItemPage MediaGallery MedicalWebPage ' +
  'ProfilePage QAPage SearchResultsPage SiteNavigationElement VideoGallery WebPage WebPageElement WebSite ' +
  'WPAdBlock WPFooter WPHeader WPSideBar';
/** What such descriptions are made of. Table, a WebPageElement to schema.org, is left out: it may well be data. */
const partTypes = 'BreadcrumbList EntryPoint ImageObject ListItem ReadAction SearchAction';

/** Hydra's classes for the pages of a catalogue: local names, and IRIs, which these are after expansion. */
const catalogueTypes = ['PagedCollection', 'PartialCollectionView'].flatMap((name) => [
  name,
  `http://www.w3.org/ns/hydra/core#${name}`,
]);

/** Local names of schema.org's types for pages, sites and their parts, and what is the same in other vocabularies. */
export const pageTypes: ReadonlySet<string> = new Set([
  ...`${webTypes} ${partTypes}`.split(' '),
  ...catalogueTypes,
]);

/** Local names of the types of who publishes. Projects are organisations to schema.org, but nobody puts one on every page. */
export const agentTypes: ReadonlySet<string> = new Set(
  (
    'ArchiveOrganization CollegeOrUniversity Consortium Corporation EducationalOrganization FundingAgency ' +
    'GovernmentOrganization Library LibrarySystem LocalBusiness NewsMediaOrganization NGO Organization Person ' +
    'ProfessionalService ResearchOrganization'
  ).split(' '),
);

/** Local names of the properties by which the description of a page says what the page is about. */
export const pageSubjectProperties = ['about', 'dataset', 'mainEntity'] as const;

/** What a help page is about, beside agents and images; none of it is a resource to be found. */
export const idleSubjects: ReadonlySet<string> = new Set(['Question', 'Thing']);
