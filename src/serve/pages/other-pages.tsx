import type { Child } from 'hono/jsx';
import { Layout, NothingHarvested } from '../parts/layout.tsx';
import { sitePath, type Site } from '../site.ts';

interface OfSite {
  readonly site: Site;
}

/** The page shown while the directory has no catalogue. */
export function noCataloguePage(site: Site): string {
  return document(<NoCatalogue site={site} />);
}

/** The page shown while the catalogue cannot be read. */
export function unreadableCataloguePage(site: Site): string {
  return document(<Unreadable site={site} />);
}

/** The page for an unknown path. */
export function missingPage(site: Site): string {
  return document(<Missing site={site} />);
}

/** The page for an internal error or a damaged catalogue. */
export function mistakePage(site: Site): string {
  return document(<Mistake site={site} />);
}

function document(page: unknown): string {
  return `<!doctype html>${String(page)}`;
}

function NoCatalogue({ site }: OfSite) {
  return (
    <Layout site={site} title="No catalogue yet" kind="states">
      <NothingHarvested title="There is no catalogue yet" />
    </Layout>
  );
}

function Unreadable({ site }: OfSite) {
  return (
    <Fault site={site} title="The catalogue cannot be read now">
      Part of its file is damaged. Try again in some seconds: the server reads what can be read. Its
      operator finds the remedy on standard error.
    </Fault>
  );
}

function Missing({ site }: OfSite) {
  return (
    <Fault site={site} title="There is no such page">
      <a href={sitePath(site, '/')}>Search the catalogue</a>, or see its{' '}
      <a href={sitePath(site, '/sources')}>sources</a>.
    </Fault>
  );
}

function Mistake({ site }: OfSite) {
  return (
    <Fault site={site} title="This page could not be made">
      The program has a bug, or its data is damaged. The server has reported the details to its
      operator.
    </Fault>
  );
}

interface FaultProps extends OfSite {
  readonly title: string;
  readonly children: Child;
}

function Fault({ site, title, children }: FaultProps) {
  return (
    <Layout site={site} title={title} kind="states">
      <section class="empty fault">
        <h1>{title}</h1>
        <p>{children}</p>
      </section>
    </Layout>
  );
}
