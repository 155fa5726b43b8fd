import type { Child } from 'hono/jsx';
import { amount, grouped } from '../../text/amounts.ts';
import { assetPath } from '../assets.ts';
import type { CatalogueState } from '../open-catalogue.ts';
import { sitePath, type Site } from '../site.ts';

/** The pages that the head of every page leads to. */
const sections = {
  '/': 'Search',
  '/sources': 'Sources',
  '/problems': 'Problems',
  '/help': 'Help',
} as const;

export interface LayoutProps {
  readonly site: Site;
  /** Absent where there is no catalogue, or the page is of no state of it. */
  readonly state?: CatalogueState;
  /** Of the page alone: the title of the site is added. */
  readonly title: string;
  /** The section that the page belongs to. */
  readonly section?: keyof typeof sections | undefined;
  /** A class of `main`, which decides on the layout of the page. */
  readonly kind?: string;
  /** What stands in the head of the document: typed links, embedded metadata. */
  readonly head?: Child;
  readonly children?: Child;
}

/** A whole HTML document. */
export function Layout({ site, state, title, section, kind, head, children }: LayoutProps) {
  const asset = (name: Parameters<typeof assetPath>[0]): string =>
    sitePath(site, `/${assetPath(name)}`);
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title === site.title ? title : `${title} · ${site.title}`}</title>
        <link rel="stylesheet" href={asset('site.css')} />
        <link rel="icon" href={asset('icon.svg')} type="image/svg+xml" />
        {head}
        <script src={asset('site.js')} type="module" />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <header class="bar">
          <a class="home" href={sitePath(site, '/')}>
            <Mark />
            {site.title}
          </a>
          <nav aria-label="Main">
            {Object.entries(sections).map(([path, name]) => (
              <a href={sitePath(site, path)} aria-current={path === section ? 'page' : undefined}>
                {name}
              </a>
            ))}
          </nav>
        </header>
        <main id="main" class={kind} tabindex={-1}>
          {children}
        </main>
        <footer class="foot">
          {state === undefined ? null : <Foot site={site} state={state} />}
        </footer>
      </body>
    </html>
  );
}

/** Three nodes of a graph. */
function Mark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="5" cy="12" r="2.6" />
      <circle cx="18" cy="5" r="2.6" />
      <circle cx="18" cy="19" r="2.6" />
      <path d="M7.4 11 15.6 6.2M7.4 13l8.2 4.8" />
    </svg>
  );
}

function Foot({ site, state }: { readonly site: Site; readonly state: CatalogueState }) {
  const { graphs } = state.snapshot.totals();
  return (
    <>
      <p>
        {amount(graphs, 'record', 'records')} · change {grouped(state.change)}
      </p>
      <p>
        <a href={sitePath(site, '/help')}>What is indexed</a>
      </p>
    </>
  );
}
