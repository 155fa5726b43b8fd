import type { Child } from 'hono/jsx';
import { formatCount, groupDigits } from '../../text/amounts.ts';
import { assetPath } from '../assets.ts';
import type { CatalogueState } from '../open-catalogue.ts';
import { type Site, sitePath } from '../site.ts';

/** The pages that the header of every page links to. */
const sections = {
  '/': 'Search',
  '/sources': 'Sources',
  '/problems': 'Problems',
  '/query': 'Query',
  '/help': 'Help',
} as const;

interface LayoutProps {
  readonly site: Site;
  /** Absent where there is no catalogue, or the page does not show a catalogue state. */
  readonly state?: CatalogueState;
  /** The title of the page; the title of the site is appended. */
  readonly title: string;
  /** The section that the page belongs to. */
  readonly section?: keyof typeof sections | undefined;
  /** A class of `main` that selects the layout of the page. */
  readonly kind?: string;
  /** Content of the `head` element: typed links, embedded metadata. */
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
        {formatCount(graphs, 'record', 'records')} · change {groupDigits(state.change)}
      </p>
      <p>
        <a href={sitePath(site, '/help')}>What is indexed</a>
      </p>
    </>
  );
}

/** A page for an empty catalogue that explains how to harvest. */
export function NothingHarvested({ title }: { readonly title: string }) {
  return (
    <section class="empty">
      <h1>{title}</h1>
      <p>
        Nothing has been harvested into it yet. Write a configuration that names the sites and the
        directory of the catalogue, and run the harvest: this page follows by itself.
      </p>
      <pre>{'cdif-graph init config.yaml\ncdif-graph ingest config.yaml'}</pre>
    </section>
  );
}

interface PairProps {
  readonly name: Child;
  readonly children: Child;
}

/** A name with its values. */
export function NameValuePair({ name, children }: PairProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/**
 * A time in words, to the minute: `2026-11-26 18:26 UTC`.
 * @param at ISO 8601, UTC
 */
export function minuteText(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;
}

/** The same as a `time` element. */
export function TimeElement({ at }: { readonly at: string }) {
  return <time datetime={at}>{minuteText(at)}</time>;
}

/** A text with names of options, settings and elements in backticks. */
export function Prose({ text }: { readonly text: string }) {
  return (
    <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))}</>
  );
}
