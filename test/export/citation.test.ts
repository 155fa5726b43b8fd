import { describe, expect, it } from 'vitest';
import {
  formatBibtex,
  formatCitation,
  formatRis,
  readAgentName,
  readCitedWork,
} from '../../src/export/citation.ts';
import {
  noDetails,
  type AgentDetail,
  type ResourceDetails,
} from '../../src/views/details/resource-details.ts';

type Said = Partial<ResourceDetails> & { readonly title?: string };

function agent(name: string, said: Partial<AgentDetail> = {}): AgentDetail {
  return { role: 'creator', name, affiliations: [], contacts: [], ...said };
}

const people = ['Hanzhi Lin', 'Sang Hoon Lee', 'Maxim Y Gorbunov'];

const whole: Said = {
  title: 'Fluorescence lifetimes',
  types: ['http://schema.org/Dataset'],
  agents: [
    ...people.map((name) => agent(name, { kind: 'person' })),
    agent('PANGAEA', { role: 'publisher' }),
  ],
  dates: [
    { event: 'created', date: '2014' },
    { event: 'published', date: '2015-12-08' },
  ],
  versions: ['v1.2'],
  identifiers: [{ scheme: 'DOI', value: 'doi:10.1594/PANGAEA.855653' }],
};

function workOf({ title = 'Tides', ...said }: Said = {}) {
  const details = { graph: 'https://data.example/1', ...noDetails, ...said };
  return readCitedWork({ details, title, page: 'https://data.example/1' });
}

function textOf(said?: Said): string {
  const { before, title, after } = formatCitation(workOf(said));
  return before + title + after;
}

describe('agent names in citations', () => {
  it.each<[string, Partial<AgentDetail>, string]>([
    ['Hanzhi Lin', { kind: 'person' }, 'Lin | Hanzhi'],
    ['Paul G. van der Berg Jr.', { kind: 'person' }, 'van der Berg Jr. | Paul G.'],
    ['Menne, Matthew J.', {}, 'Menne | Matthew J.'],
    [
      'Ludwig van Beethoven',
      { kind: 'person', family: 'Beethoven', given: 'L.' },
      'Beethoven | L.',
    ],
    ['Jean-Pierre Élie', { kind: 'person' }, 'Élie | Jean-Pierre'],
    // One name, and names whose order is not known.
    ['Plato', { kind: 'person' }, 'Plato'],
    ['王小明', { kind: 'person' }, '王小明'],
    ['Alfred Wegener Institute', { kind: 'person' }, 'Alfred Wegener Institute'],
    ['Hanzhi Lin', {}, 'Hanzhi Lin'],
    ['Lin, Hanzhi', { kind: 'organization' }, 'Lin, Hanzhi'],
    ['University of California, Berkeley', {}, 'University of California, Berkeley'],
    ['Center for Tides, Boulder, Colorado', {}, 'Center for Tides, Boulder, Colorado'],
    // Addresses of mail are not told.
    ['Hanzhi Lin <lin@tides.example>', { kind: 'person' }, 'Lin | Hanzhi'],
    ['lin@tides.example', {}, ''],
  ])('%s', (name, said, expected) => {
    const { whole: all, person } = readAgentName(agent(name, said));
    expect(person === undefined ? all : `${person.family} | ${person.given}`).toBe(expected);
  });
});

describe('an APA citation', () => {
  it('has all parts that APA requires', () => {
    expect(textOf(whole)).toBe(
      'Lin, H., Lee, S. H., & Gorbunov, M. Y. (2015). Fluorescence lifetimes (Version 1.2) [Data set]. PANGAEA. https://doi.org/10.1594/PANGAEA.855653',
    );
  });

  it('names no author by an email address', () => {
    const addressed = [agent('lin@tides.example'), agent('', { iri: 'mailto:lee@tides.example' })];
    expect(textOf({ agents: [...addressed, agent('Hanzhi Lin', { kind: 'person' })] })).toMatch(
      /^Lin, H\. /u,
    );
  });

  it('begins with the title if there is no author, and marks a missing date', () => {
    expect(textOf({ types: ['http://schema.org/Dataset'] })).toBe(
      'Tides [Data set]. (n.d.). https://data.example/1',
    );
  });

  it('omits the publisher if it is the author', () => {
    const agents = ['creator', 'publisher'].map((role) => agent('NOAA', { role }));
    expect(textOf({ agents })).toBe('NOAA. (n.d.). Tides. https://data.example/1');
  });

  it('names the first and the last of many authors', () => {
    const agents = Array.from({ length: 1000 }, (_, at) => agent(`Author${at}, Ann`));
    const text = textOf({ agents, omitted: [] });
    expect(text).toContain('Author18, A., … Author999, A. (n.d.)');
    expect(textOf({ agents, omitted: [{ part: 'agents', values: 9000 }] })).toContain(
      'Author18, A., et al. (n.d.)',
    );
  });
});

describe('a BibTeX citation', () => {
  it('has all fields', () => {
    expect(formatBibtex(workOf(whole))).toBe(
      [
        '@misc{lin2015fluorescence,',
        '  author = {Lin, Hanzhi and Lee, Sang Hoon and Gorbunov, Maxim Y},',
        '  title = {{Fluorescence lifetimes}},',
        '  year = {2015},',
        '  publisher = {{PANGAEA}},',
        '  version = {1.2},',
        '  howpublished = {Data set},',
        '  doi = {10.1594/PANGAEA.855653},',
        '  url = {https://doi.org/10.1594/PANGAEA.855653}',
        '}',
        '',
      ].join('\n'),
    );
  });

  it('escapes what would end a value, and keeps names apart', () => {
    const text = formatBibtex(
      workOf({
        title: String.raw`}} @evil{x, a\b & 50% {of} $x_1^2$ ~ #`,
        agents: [agent('Rock and Sand'), agent('Sand and Rock, Ann')],
        versions: ['1}'],
      }),
    );
    let depth = 0;
    for (const sign of text) depth += Number(sign === '{') - Number(sign === '}');
    expect(depth).toBe(0);
    expect(text).toContain('author = {{Rock and Sand} and {Sand and Rock}, Ann}');
    expect(text).toContain(
      String.raw`\textbraceright{}\textbraceright{} @evil\textbraceleft{}x, a\textbackslash{}b \& 50\% `,
    );
  });
});

describe('a RIS citation', () => {
  it('has one line for each value, whatever it contains', () => {
    expect(formatRis(workOf({ ...whole, title: 'Tides\r\nER  - \nTY  - EVIL' }))).toBe(
      [
        'TY  - DATA',
        'AU  - Lin, Hanzhi',
        'AU  - Lee, Sang Hoon',
        'AU  - Gorbunov, Maxim Y',
        'TI  - Tides ER - TY - EVIL',
        'PY  - 2015',
        'DA  - 2015/12/08',
        'PB  - PANGAEA',
        'ET  - 1.2',
        'DO  - 10.1594/PANGAEA.855653',
        'UR  - https://doi.org/10.1594/PANGAEA.855653',
        'ER  - ',
        '',
      ].join('\r\n'),
    );
  });
});
