import { raw } from 'hono/html';
import { schemaOrgDescription } from '../../../export/schema-org.ts';
import { isWebAddress } from '../../../export/web-address.ts';
import { persistentUrl } from '../../../rdf/resolvable.ts';
import { siteUrl } from '../../site.ts';
import { pathOf } from './subject-address.ts';
import { descriptionOf, joinedDetails, saidOf, titleOf } from './subject.ts';
import type { SubjectView } from './view.ts';

/** The description of the dataset for search engines. */
export function EmbeddedDescription({ view }: { readonly view: SubjectView }) {
  const { site, subject, languages } = view;
  const { resource } = subject.main;
  const access = saidOf(subject, (_, { search }) => search?.texts.access)?.value;
  const iris = [resource.iri ?? '', subject.publisherLinks?.anchor ?? ''];
  const description = schemaOrgDescription({
    details: joinedDetails(subject),
    title: titleOf(subject, languages).text,
    description: descriptionOf(subject, languages)?.value.text,
    licences: saidOf(subject, (_, { search }) => search?.texts.licences)?.value ?? [],
    // What is not open may still cost nothing.
    ...(access === 'open' && { isFree: true }),
    page: siteUrl(site, pathOf(subject)),
    sameAs: [...new Set(iris.map((iri) => persistentUrl(iri)?.url ?? iri))].filter(isWebAddress),
    catalogue: { name: site.title, url: siteUrl(site, '/') },
  });
  return <script type="application/ld+json">{raw(embedded(description))}</script>;
}

/** JSON in which nothing ends the element around it. */
function embedded(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}
