import { describe, expect, it } from 'vitest';
import { agentIri, registeredAgent } from '../../../src/facts/text/agent-iri.ts';

describe('a person or organisation in a register', () => {
  it.each([
    ['0000-0002-1825-0097', 'https://orcid.org/0000-0002-1825-0097'],
    ['0000 0002 1694 233x', 'https://orcid.org/0000-0002-1694-233X'],
    ['orcid:0000-0002-1825-0097', 'https://orcid.org/0000-0002-1825-0097'],
    ['ORCID iD: 0000-0002-1825-0097', 'https://orcid.org/0000-0002-1825-0097'],
    [' http://www.orcid.org/0000-0002-1694-233x/ ', 'https://orcid.org/0000-0002-1694-233X'],
    ['http://ror.org/021NXHR62', 'https://ror.org/021nxhr62'],
    ['ror.org/021nxhr62', 'https://ror.org/021nxhr62'],
    ['021nxhr62', 'https://ror.org/021nxhr62'],
    ['grid.5342.0', 'https://www.grid.ac/institutes/grid.5342.0'],
    ['http://www.grid.ac/institutes/grid.5342.0', 'https://www.grid.ac/institutes/grid.5342.0'],
    ['ISNI 0000 0001 2103 2683', 'https://isni.org/isni/0000000121032683'],
    ['http://isni.org/0000000121032683', 'https://isni.org/isni/0000000121032683'],
    ['http://www.wikidata.org/wiki/q42', 'https://www.wikidata.org/entity/Q42'],
  ])('has one IRI for all spellings: %j', (text, iri) => {
    expect(agentIri(text)).toBe(iri);
    expect(registeredAgent(text)).toBe(iri);
  });
});

describe('another text', () => {
  it('is as published if it is an IRI', () => {
    expect(agentIri('https://moor.example/people/7')).toBe('https://moor.example/people/7');
    expect(registeredAgent('https://moor.example/people/7')).toBeUndefined();
  });

  it.each(['Petra Moor', '021nxhr63', '012345678', '7', 'orcid', 'x'.repeat(1_000_000)])(
    'is none: %j',
    (text) => expect(agentIri(text)).toBeUndefined(),
  );
});
