import { describe, expect, it } from 'vitest';
import { readAgents } from '../../../src/facts/record/agents.ts';
import { resource } from './resource.ts';

const orcid = 'https://orcid.org/0000-0002-1825-0097';

describe('the people and organisations of a resource', () => {
  it.each([
    ['creator', 'creator'],
    ['author', 'creator'],
    ['dcterms:creator', 'creator'],
    ['contributor', 'contributor'],
    ['editor', 'editor'],
    ['publisher', 'publisher'],
    ['provider', 'provider'],
    ['sourceOrganization', 'provider'],
    ['funder', 'funder'],
    ['sponsor', 'funder'],
    ['maintainer', 'maintainer'],
    ['copyrightHolder', 'copyrightHolder'],
    ['dcterms:rightsHolder', 'copyrightHolder'],
  ])('under %s have the role %s', (property, role) => {
    expect(readAgents(resource({ [property]: 'Petra Moor' }))).toEqual([
      { role, names: [{ text: 'Petra Moor' }], iris: [] },
    ]);
  });

  it('have names and IRIs from all sources', () => {
    const agents = readAgents(
      resource({
        creator: {
          '@list': [
            { '@type': 'Person', givenName: 'Petra', familyName: 'Moor', sameAs: orcid },
            { '@id': orcid },
            { 'vcard:fn': 'Ann Fen', identifier: '0000-0002-1694-233x' },
            { 'foaf:name': 'Bo Marsh', url: 'http://orcid.org/0000-0002-1694-233X' },
            { name: 'Missing' },
            'https://bog.example/people/8',
          ],
        },
      }),
    );
    expect(agents).toEqual([
      { role: 'creator', names: [], iris: ['https://bog.example/people/8'] },
      { role: 'creator', names: [], iris: [orcid] },
      {
        role: 'creator',
        names: [{ text: 'Ann Fen' }],
        iris: ['https://orcid.org/0000-0002-1694-233X'],
      },
      {
        role: 'creator',
        names: [{ text: 'Bo Marsh' }],
        iris: ['https://orcid.org/0000-0002-1694-233X'],
      },
      { role: 'creator', names: [{ text: 'Petra Moor' }], iris: [orcid] },
    ]);
  });

  it.each([
    [{ propertyID: 'ROR', value: '021nxhr62' }, 'https://ror.org/021nxhr62'],
    [
      { propertyID: 'https://registry.identifiers.org/registry/isni', value: '0000000121032683' },
      'https://isni.org/isni/0000000121032683',
    ],
    [{ propertyID: 'http://purl.org/spar/datacite/orcid', value: '0000-0002-1825-0097' }, orcid],
    [{ value: 'grid.5342.0' }, 'https://www.grid.ac/institutes/grid.5342.0'],
    [{ url: { '@id': 'http://ror.org/021nxhr62' } }, 'https://ror.org/021nxhr62'],
    [{ '@id': 'https://bog.example/o/7' }, 'https://bog.example/o/7'],
  ])('are known by an identifier such as %j', (identifier, iri) => {
    const [agent] = readAgents(resource({ publisher: { name: 'Bog', identifier } }));
    expect(agent).toEqual({ role: 'publisher', names: [{ text: 'Bog' }], iris: [iri] });
  });

  it('are not identified by email address, page or number', () => {
    const said = {
      '@id': 'mailto:petra@bog.example',
      name: 'Petra Moor',
      url: 'https://bog.example/',
      identifier: '7',
    };
    expect(readAgents(resource({ creator: said }))[0]?.iris).toEqual([]);
  });

  it('may be inside a Role, whose name is a text, term or IRI', () => {
    const role = 'contributor';
    const agents = readAgents(
      resource({
        creator: { '@type': 'Role', creator: 'Petra Moor' },
        contributor: [
          { '@type': 'Role', roleName: 'Data curator', contributor: { name: 'Ann Fen' } },
          { roleName: { '@type': 'DefinedTerm', name: 'Driller' }, author: 'Bo Marsh' },
          {
            '@type': 'OrganizationRole',
            roleName: { '@id': 'https://roles.example/7' },
            contributor: { '@list': ['Cy Mire', 'Di Mire'] },
          },
          { '@type': 'Role', roleName: 'credit' },
        ],
      }),
    );
    expect(agents).toEqual([
      { role, roleName: 'Data curator', names: [{ text: 'Ann Fen' }], iris: [] },
      { role, roleName: 'Driller', names: [{ text: 'Bo Marsh' }], iris: [] },
      { role, roleName: 'https://roles.example/7', names: [{ text: 'Cy Mire' }], iris: [] },
      { role, roleName: 'https://roles.example/7', names: [{ text: 'Di Mire' }], iris: [] },
      { role: 'creator', names: [{ text: 'Petra Moor' }], iris: [] },
    ]);
  });

  it('are the funders of a grant, or its short description', () => {
    const funding = [
      { '@type': 'MonetaryGrant', name: 'Grant 7', funder: { name: 'Bog Fund' } },
      { '@type': 'MonetaryGrant', description: 'Moor Fund' },
      { '@type': 'MonetaryGrant', description: 'A long story of a grant. '.repeat(20) },
      'Fen Fund',
    ];
    const names = readAgents(resource({ funding })).map((agent) => [agent.role, agent.names]);
    expect(names).toEqual(
      ['Bog Fund', 'Fen Fund', 'Moor Fund'].map((text) => ['funder', [{ text }]]),
    );
  });

  it('have their affiliations with IRIs and names', () => {
    const agents = readAgents(
      resource({
        creator: {
          name: 'Petra Moor',
          affiliation: ['Bog Institute', { '@type': 'Role', affiliation: { name: 'Fen Lab' } }],
          worksFor: { '@id': 'https://ror.org/021nxhr62', name: 'Moor School' },
        },
      }),
    );
    expect(agents).toEqual([
      {
        role: 'creator',
        names: [{ text: 'Petra Moor' }],
        iris: [],
        affiliations: [
          { names: [{ text: 'Bog Institute' }], iris: [] },
          { names: [{ text: 'Fen Lab' }], iris: [] },
          { names: [{ text: 'Moor School' }], iris: ['https://ror.org/021nxhr62'] },
        ],
      },
    ]);
  });

  it('have a limited number of affiliations', () => {
    const many = Array.from({ length: 2500 }, (_, index) => `Moor ${index}`);
    const [agent] = readAgents(resource({ creator: { name: 'Petra Moor', affiliation: many } }));
    expect(agent?.affiliations).toHaveLength(10);
  });

  it('are read in finite time from cyclic Roles', () => {
    const circle = {
      '@id': 'https://bog.example/o',
      '@type': 'Role',
      name: 'Round',
      creator: { '@id': 'https://bog.example/o' },
      memberOf: { '@id': 'https://bog.example/o' },
    };
    expect(readAgents(resource({ creator: circle })).length).toBeGreaterThan(0);
  });

  it('are read in linear time if many refer to one node', () => {
    const many = Array.from({ length: 5000 }, (_, index) => `Moor ${index}`);
    const agents = readAgents(
      resource(
        {
          creator: many.map((name) => ({ name, affiliation: { '@id': 'https://bog.example/o' } })),
        },
        { '@id': 'https://bog.example/o', name: many, identifier: many, memberOf: many },
      ),
    );
    expect(agents).toHaveLength(2000);
    expect(agents[0]?.affiliations?.[0]?.names).toHaveLength(10);
  });
});
