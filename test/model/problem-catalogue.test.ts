import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { knownKeys } from '../../src/config/explain.ts';
import { configSchema } from '../../src/config/schema.ts';
import {
  describeProblem,
  problemCatalogue,
  problemFacts,
  remedyOf,
  severityOf,
} from '../../src/model/problem-catalogue.ts';
import type { Problem, ProblemKind, ProblemOf } from '../../src/model/problem.ts';
import { problemSamples } from '../support/problem-samples.ts';

const folder = new URL('../../docs/problems/', import.meta.url);
/** The keys of the catalogue are the kinds. */
const kinds = Object.keys(problemCatalogue) as ProblemKind[];
const samples: Readonly<Record<ProblemKind, Problem>> = problemSamples;

function readPage(name: string): string {
  return readFileSync(new URL(`${name}.md`, folder), 'utf8');
}

/** The parts of a page by their headings. */
function sectionsOf(page: string): ReadonlyMap<string, string> {
  const [, ...parts] = page.split(/^## /mu);
  return new Map(
    parts.map((part) => {
      const end = part.indexOf('\n');
      return [part.slice(0, end), part.slice(end).trim()];
    }),
  );
}

describe('the folder of problem pages', () => {
  it('has one page for each kind of problem, and no other', () => {
    const pages = readdirSync(folder).filter((name) => name !== 'README.md');
    expect(pages.toSorted()).toEqual(kinds.map((kind) => `${kind}.md`).toSorted());
  });

  it('has an overview with a line for each kind, its severity and its title', () => {
    const rows = Array.from(
      readPage('README').matchAll(
        /^\| \w+ +\| \[`(?<name>[\w-]+)`\]\((?<file>\S+)\) +\| (?<severity>\w+) +\| (?<title>.+?) +\|$/gmu,
      ),
      ({ groups = {} }) => groups,
    );
    const expected = kinds.map((name) => {
      const { severity, title } = problemCatalogue[name];
      return { name, file: `${name}.md`, severity, title };
    });
    expect(rows.toSorted(byName)).toEqual(expected.toSorted(byName));
    const [, overview = ''] = readPage('README').split('## All kinds');
    const lines = overview.split('\n').filter((line) => line.startsWith('|'));
    expect(lines.length, 'no other lines than these and the head').toBe(kinds.length + 2);
  });
});

function byName(one: { readonly name?: string }, other: { readonly name?: string }): number {
  return (one.name ?? '') < (other.name ?? '') ? -1 : 1;
}

describe.each(kinds)('the page of %s', (kind) => {
  const { title, severity } = problemCatalogue[kind];

  it('begins with title, kind and severity as in the catalogue', () => {
    const start = `# ${title} (\`${kind}\`)\n\nSeverity: ${severity}\n\n## What it means\n`;
    expect(readPage(kind).slice(0, start.length)).toBe(start);
  });

  it('has sections for meaning, consequence, origin and remedies', () => {
    const sections = sectionsOf(readPage(kind));
    expect([...sections.keys()]).toEqual([
      'What it means',
      'Consequences',
      'Common causes',
      'Remedy',
    ]);
    for (const text of sections.values()) expect(text.length).toBeGreaterThan(40);
    expect(sections.get('Remedy')).toContain('**For the publisher:** ');
    expect(sections.get('Remedy')).toContain('**For the operator:** ');
  });

  it('shows the printed message', () => {
    expect(readPage(kind)).toContain(`\`\`\`text\n${describeProblem(samples[kind])}\n\`\`\``);
  });

  it('has no line of more than 120 characters', () => {
    const long = readPage(kind)
      .split('\n')
      .filter((line) => line.length > 120);
    expect(long).toEqual([]);
  });
});

describe('configuration keys', () => {
  const config = configSchema.parse({
    store: { path: 'catalogue' },
    http: { contact: 'mailto:metadata@soil.example' },
    sources: [{ name: 'soil', site: 'https://soil.example/' }],
  });

  /**
   * What the configuration says at a path such as `http.retries`; undefined where there is no such
   * key.
   */
  function valueAt(path: string): unknown {
    return path.split('.').reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null
          ? Reflect.get(value, key) // keys of a stranger's text
          : undefined,
      config,
    );
  }

  it.each(kinds)('in the texts and on the page of %s exist', (kind) => {
    const { meaning, remedy } = problemCatalogue[kind];
    const text = `${meaning} ${remedy} ${readPage(kind)}`;
    const named = Array.from(text.matchAll(/`((?:http|limits)\.[\w.]+)/gu), ([, key = '']) => key);
    const unknown = named.filter((key) => {
      const path = key.split('.');
      return !knownKeys(path.slice(0, -1)).includes(path.at(-1) ?? '');
    });
    expect(unknown).toEqual([]);
  });

  it.each(kinds)('on the page of %s have their real defaults', (kind) => {
    const claims = readPage(kind).matchAll(/`((?:http|limits)\.[\w.]+)`\s\(default\s([\d,]+)/gu);
    for (const [, key = '', value = ''] of claims) {
      expect(`${key} ${value.replaceAll(',', '')}`).toBe(`${key} ${String(valueAt(key))}`);
    }
  });
});

/** Facts that cannot come from a stranger. */
const closed: ReadonlySet<string> = new Set([
  'faults',
  'kind',
  'limit',
  'of',
  'phase',
  'reason',
  'rel',
  'role',
  'source',
  'stage',
  'what',
]);

/** The problem with another text in place of all that a stranger may have written. */
function withText(problem: Problem, text: string): Problem {
  const facts = Object.entries(problem).map(([name, fact]: [string, unknown]) => {
    if (closed.has(name)) return [name, fact];
    if (Array.isArray(fact)) return [name, fact.map(() => text)];
    return [name, typeof fact === 'string' ? text : fact];
  });
  // Only texts were replaced by texts.
  return Object.fromEntries(facts) as Problem;
}

describe.each(kinds)('describeProblem for %s', (kind) => {
  it('begins with the title and ends with the URL', () => {
    const { title } = problemCatalogue[kind];
    const { url } = samples[kind];
    const line = describeProblem(samples[kind]);
    expect(line.startsWith(title)).toBe(true);
    expect(line.endsWith(`: ${url}`)).toBe(true);
    expect(line).not.toContain('undefined');
  });

  it('contains no control characters, line breaks or half characters', () => {
    const hostile = 'a\u001B[2J\u009B\n\r\t\u0000\u202Eb\u2028\u{FEFF}\uD83D';
    const line = describeProblem(withText(samples[kind], hostile));
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  });

  it('stays short for values of any length', () => {
    const { url, record } = samples[kind];
    const place = { url, ...(record !== undefined && { record }) };
    const long = withText(samples[kind], '\u{1F33E}'.repeat(10_000));
    const line = describeProblem({ ...long, ...place });
    expect(line.length).toBeLessThan(500);
    expect(line).not.toContain('\uFFFD');
  });
});

describe('the remedy', () => {
  const url = 'https://soil.example/oai?verb=ListRecords&metadataPrefix=oai_dc';
  const oaiError = { kind: 'oai-error', url, detail: '' } as const;
  const unread = { ...problemSamples['metadata-format-unread'], url };
  const record = `${url.replace('ListRecords', 'GetRecord')}&identifier=7`;
  const unavailable = { kind: 'oai-format-unavailable', url, offered: ['marc21'] } as const;

  it.each<[string, Problem, RegExp]>([
    [
      'names sets where there are any',
      { ...oaiError, code: 'badArgument', url: `${url}&set=a` },
      /`sets`/u,
    ],
    ['names none elsewhere', { ...oaiError, code: 'badArgument' }, /^Tell the repository/u],
    ['is about tokens', { ...oaiError, code: 'badResumptionToken' }, /tokens valid/u],
    [
      'names the option that is set',
      { ...unavailable, wanted: 'datacite' },
      /^Leave `metadataPrefix`/u,
    ],
    ['names no option that is not set', unavailable, /^Ask the repository/u],
    ['of a list of records is its format', { ...unread, url: record }, /^Leave `metadataPrefix`/u],
    ['of a document is another one', unread, /^Publish the record/u],
  ])('%s', (_, problem, remedy) => {
    expect(remedyOf(problem)).toMatch(remedy);
  });
});

describe('the texts of problems', () => {
  it('have sentences for meaning and remedy, and titles without a full stop', () => {
    for (const { title, meaning, remedy } of Object.values(problemCatalogue)) {
      expect(title).toMatch(/^[A-Z].*[^.]$/u);
      expect(meaning).toMatch(/^[A-Z].*\.$/u);
      expect(remedy).toMatch(/^[A-Z].*\.$/u);
    }
  });

  it('have unique titles', () => {
    const titles = Object.values(problemCatalogue).map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
  });

  it('use the plural only for more than one', () => {
    const { url } = samples['no-triples'];
    const place = { line: 3, column: 9 };
    const facts = { ...place, detail: 'unexpected close tag.', entriesRead: 1 };
    expect(describeProblem({ kind: 'sitemap-malformed', url, ...facts })).toBe(
      `Sitemap cannot be read (unexpected close tag at line 3, column 9, after 1 entry): ${url}`,
    );
    expect(describeProblem({ kind: 'json-too-complex', url, limit: 'depth', max: 200 })).toBe(
      `JSON-LD too large or too deep (more than 200 levels): ${url}`,
    );
    expect(describeProblem({ kind: 'sitemap-too-deep', url, maxDepth: 1 })).toBe(
      `Sitemap indexes nested too deeply (below more than 1 index): ${url}`,
    );
  });

  it('do not quote missing values', () => {
    const { url } = samples['no-triples'];
    expect(describeProblem({ kind: 'redirect-invalid', url, location: '' })).toContain(
      '(no Location)',
    );
    expect(describeProblem({ kind: 'content-type-unsupported', url, contentType: '' })).toContain(
      '(no Content-Type)',
    );
    expect(
      describeProblem({ kind: 'language-tag-repaired', url, value: 'x y', repaired: undefined }),
    ).toContain('("x y" → none)');
    expect(describeProblem({ kind: 'named-graph-folded', url, name: '' })).toContain(
      '(without a name)',
    );
    expect(describeProblem({ kind: 'json-ld-invalid', url, code: 'c', detail: '' })).toContain(
      '(c)',
    );
    const robots = 'https://soil.example/robots.txt';
    expect(describeProblem({ kind: 'robots-unavailable', url, robots })).toContain(
      `(no answer for ${robots})`,
    );
    expect(
      describeProblem({ kind: 'robots-unavailable', url, robots, code: 'ECONNREFUSED' }),
    ).toContain(`(ECONNREFUSED for ${robots})`);
  });

  it('name each phase of a request', () => {
    const { url } = samples['no-triples'];
    const phases = ['connect', 'headers', 'body', 'total', 'visit'] as const;
    const lines = phases.map((phase) =>
      describeProblem({ kind: 'timed-out', url, phase, timeoutMs: 100 }),
    );
    expect(new Set(lines).size).toBe(phases.length);
    expect(lines.join(' ')).not.toContain('undefined');
  });
});

describe('severityOf', () => {
  it('returns the severity of the kind', () => {
    expect(severityOf(samples['http-status'])).toBe('error');
    expect(severityOf(samples['no-metadata'])).toBe('warning');
    expect(severityOf(samples['iri-repaired'])).toBe('info');
  });
});

describe('the problem of a context', () => {
  const context = 'https://soil.example/context';
  const write = 'Write the context into the document';
  const map = 'map its URL to a file (`contexts`)';

  it.each<[Partial<ProblemOf<'context-unavailable'>>, string, readonly string[]]>([
    [{}, '', [write, '`contexts`', '`http.contextHosts`']],
    [{ context: 'file://context.jsonld' }, '', [write, map]],
    [{ failure: 'http-status', status: 404 }, ', HTTP status 404', [write, map, 'is allowed']],
    [{ failure: 'connection-failed', code: 'ENOTFOUND' }, ', ENOTFOUND', [write, map]],
    [{ failure: 'robots-disallowed' }, ', disallowed by robots.txt', [write, map]],
    [{ failure: 'no-json' }, ', not JSON', [write, map]],
    [{ failure: 'bot-challenge' }, ', bot-challenge', [write, map]],
    [
      { failure: 'redirected', host: 'raw.example' },
      ', redirects to raw.example',
      ['Add "raw.example" to `http.contextHosts`', map],
    ],
    [{ failure: 'not-fetched' }, ', not in the catalogue', ['`cdif-graph ingest`', map]],
  ])('says how it failed, and advises what is not configured yet: %o', (facts, how, remedies) => {
    const problem = { kind: 'context-unavailable', url: context, context, ...facts } as const;
    expect(problemFacts(problem)).toBe(`"${problem.context}"${how}`);
    const remedy = remedyOf(problem);
    for (const each of remedies) expect(remedy).toContain(each);
    const isOn = remedy.includes('http.contextHosts');
    expect(isOn).toBe(facts.failure === 'redirected' || Object.keys(facts).length === 0);
  });
});

describe('remedyOf', () => {
  it('names the profiles to which a record that was kept out does not conform', () => {
    const profiles = ['dataone', 'cdif-core-1.1'];
    const [url, graph] = ['https://soil.example/7', 'https://soil.example/7'];
    expect(remedyOf({ kind: 'record-nonconforming', url, graph, profiles, errors: 2 })).toContain(
      '`cdif-graph validate URL --profile dataone --profile cdif-core-1.1` says what to write',
    );
  });

  it('names no option that is on already', () => {
    const url = 'https://soil.example/sitemap.xml';
    for (const kind of ['list-empty', 'sitemap-empty', 'source-empty'] as const) {
      const problem = { kind, url, source: 's' };
      expect(remedyOf(problem)).toContain('`--allow-removals`');
      expect(remedyOf({ ...problem, removalsAllowed: true })).not.toContain('--allow-removals');
    }
    const doubtful = {
      kind: 'geometry-doubtful',
      url,
      value: '1 2 3 4',
      taken: '1 2 3 4',
    } as const;
    expect(remedyOf({ ...doubtful, doubt: 'axis-order' })).toContain('`axisOrder`');
    expect(remedyOf({ ...doubtful, doubt: 'west-greater-than-east' })).not.toContain('axisOrder');
    expect(remedyOf({ ...doubtful, doubt: 'wide-rectangle' })).not.toContain('of the source');
  });

  it('names the option for the profile where a rule is not met', () => {
    for (const kind of [
      'requirement-unmet',
      'expectation-unmet',
      'recommendation-unmet',
    ] as const) {
      expect(problemCatalogue[kind].remedy).toContain('`--profile`');
    }
  });
});
