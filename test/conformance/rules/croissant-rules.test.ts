import { applyPatch } from 'rfc6902';
import { describe, expect, it } from 'vitest';
import type { RuleId } from '../../../src/model/rule-ids.ts';
import type { PatchOperation } from '../../../src/text/json-patch.ts';
import type { JsonObject, JsonValue } from '../../../src/text/json.ts';
import { goodRecord, violationsOf } from '../checking.ts';

/** What breaks a rule in the good record after changes. */
function violationsAfter(patch: readonly PatchOperation[], rule: RuleId) {
  const document = goodRecord('croissant');
  expect(applyPatch(document, [...patch])).toEqual(patch.map(() => null));
  return violationsOf(document, rule);
}

function replace(path: string, value: JsonValue): PatchOperation {
  return { op: 'replace', path, value };
}

describe('the declared version', () => {
  it('is mended where it is only written in another way', async () => {
    const iri = 'http://mlcommons.org/croissant/1.0';
    for (const written of ['https://mlcommons.org/croissant/1.0', `${iri}/`]) {
      const violations = await violationsAfter(
        [replace('/conformsTo', written)],
        'croissant-conforms-to',
      );
      const change = { kind: 'mechanical', act: 'replace', value: iri };
      expect(violations).toEqual([{ found: written, change }]);
    }
    const both = [iri, 'https://w3id.org/cdif/core/1.1'];
    expect(await violationsAfter([replace('/conformsTo', both)], 'croissant-conforms-to')).toEqual(
      [],
    );
  });
});

describe('the class of a part', () => {
  it('follows from its place, except for files and file sets', async () => {
    const changes = await Promise.all(
      ['/recordSet/1', '/recordSet/0/field/1', '/distribution/0'].map(async (place) => {
        const violations = await violationsAfter(
          [{ op: 'remove', path: `${place}/@type` }],
          'croissant-type',
        );
        return violations.map(({ change }) => `${change?.kind} ${JSON.stringify(change?.value)}`);
      }),
    );
    expect(changes).toEqual([
      ['derivable "cr:RecordSet"'],
      ['derivable "cr:Field"'],
      ['author "{cr:FileObject for a file, cr:FileSet for a set of files}"'],
    ]);
  });

  it('is mended where it has the namespace of earlier versions', async () => {
    const patch = [replace('/distribution/1/@type', 'sc:FileSet')];
    expect(await violationsAfter(patch, 'croissant-type')).toEqual([
      {
        found: 'http://schema.org/FileSet',
        change: { kind: 'mechanical', act: 'add', value: 'cr:FileSet' },
      },
    ]);
  });
});

describe('a file', () => {
  it('in an archive needs no checksum', async () => {
    const inArchive: PatchOperation = {
      op: 'add',
      path: '/distribution/0/containedIn',
      value: { '@id': 'photographs.zip' },
    };
    const without: PatchOperation = { op: 'remove', path: '/distribution/0/sha256' };
    expect(await violationsAfter([without], 'croissant-checksum')).toHaveLength(1);
    expect(await violationsAfter([without, inArchive], 'croissant-checksum')).toEqual([]);
  });

  it('of a live dataset needs no checksum', async () => {
    const live: readonly PatchOperation[] = [
      { op: 'remove', path: '/distribution/0/sha256' },
      { op: 'add', path: '/cr:isLiveDataset', value: true },
    ];
    expect(await violationsAfter(live, 'croissant-checksum')).toEqual([]);
  });

  it('has a checksum with the length of its algorithm', async () => {
    const md5 = '0f343b0931126a20f133d67c2b018a3b';
    expect(
      await violationsAfter(
        [
          replace('/distribution/0/sha256', md5),
          { op: 'add', path: '/distribution/2/cr:md5', value: md5 },
        ],
        'croissant-checksum-form',
      ),
    ).toMatchObject([{ found: `${md5} (SHA-256)`, change: { kind: 'author' } }]);
  });
});

describe('a checksum in another form', () => {
  const hex = '3a7bd3e2360a3d29eea436fcfb7e44c735d117c42d1c1835420b6b9942dd4f1b';
  const base64 = Buffer.from(hex, 'hex').toString('base64');

  it.each([`sha256:${hex}`, `SHA-256 ${hex}`, base64, `ni:///sha-256;${base64}`])(
    'of its algorithm keeps its digits: %s',
    async (text) => {
      const change = { kind: 'mechanical', act: 'replace', value: hex };
      expect(
        await violationsAfter([replace('/distribution/0/sha256', text)], 'croissant-checksum-form'),
      ).toMatchObject([{ change }]);
    },
  );

  it.each([`sha3-256:${hex}`, `md5:${hex}`, `ni:///sha3-256;${base64}`, hex.slice(1)])(
    'of another algorithm or length needs the author: %s',
    async (text) => {
      expect(
        await violationsAfter([replace('/distribution/0/sha256', text)], 'croissant-checksum-form'),
      ).toMatchObject([{ change: { kind: 'author' } }]);
    },
  );
});

describe('a file set', () => {
  it('can be listed by a data source in place of a pattern', async () => {
    const manifest = { '@type': 'cr:DataSource', fileObject: { '@id': 'leaves.csv' } };
    const patch: readonly PatchOperation[] = [
      { op: 'remove', path: '/distribution/1/includes' },
      replace('/distribution/1/containedIn', manifest),
    ];
    expect(await violationsAfter(patch, 'croissant-includes')).toEqual([]);
  });
});

describe('a reference', () => {
  it.each([
    ['/distribution/1/containedIn/@id', 'a.zip'],
    ['/recordSet/0/field/1/source/fileObject/@id', 'a.csv'],
    ['/recordSet/0/field/2/references/field/@id', 'species/id'],
    ['/recordSet/0/field/3/source/fileSet/@id', 'pictures'],
  ])('of %s must lead to a part of the dataset', async (path, id) => {
    const violations = await violationsAfter([replace(path, id)], 'croissant-reference');
    expect(violations).toMatchObject([{ found: id, change: { kind: 'author' } }]);
  });
});

describe('the type of a field', () => {
  const path = '/recordSet/0/field/2';

  it('takes the place of a nil', async () => {
    const nil = { '@value': 'n/a' };
    const patch = [replace('/recordSet/0/field/1/dataType', nil)];
    expect(await violationsAfter(patch, 'croissant-data-type')).toMatchObject([
      { found: 'n/a', change: { kind: 'author', act: 'replace' } },
    ]);
  });

  it('can be that of the field that it refers to', async () => {
    const untyped: PatchOperation = { op: 'remove', path: `${path}/dataType` };
    expect(await violationsAfter([untyped], 'croissant-data-type')).toEqual([]);
    const alone: PatchOperation = { op: 'remove', path: `${path}/references` };
    expect(await violationsAfter([untyped, alone], 'croissant-data-type')).toHaveLength(1);
  });

  it('can be that of its parts or of the record set', async () => {
    const parts = [{ '@id': 'species/genus', '@type': 'cr:Field', dataType: 'sc:Text' }];
    const alone: readonly PatchOperation[] = [
      { op: 'remove', path: `${path}/dataType` },
      { op: 'remove', path: `${path}/references` },
    ];
    const more: readonly PatchOperation[] = [
      { op: 'add', path: `${path}/cr:subField`, value: parts },
      { op: 'add', path: '/recordSet/0/dataType', value: 'sc:Product' },
    ];
    for (const one of more)
      expect(await violationsAfter([...alone, one], 'croissant-data-type')).toEqual([]);
  });

  it('is an IRI, which a text with a known prefix or address is made into', async () => {
    const changes = await Promise.all(
      ['sc:Float', 'https://schema.org/Float', 'number'].map(async (text) => {
        const value: JsonObject = { '@value': text };
        const [violation] = await violationsAfter(
          [replace(`${path}/dataType`, value)],
          'croissant-data-type-iri',
        );
        return violation?.change?.value ?? 'nothing';
      }),
    );
    const float = { '@id': 'http://schema.org/Float' };
    expect(changes).toEqual([float, float, 'nothing']);
  });
});

describe('the source of a field', () => {
  it('is not needed for a constant, and for data in the record', async () => {
    const unsourced: PatchOperation = { op: 'remove', path: '/recordSet/0/field/1/source' };
    const constant: PatchOperation = {
      op: 'add',
      path: '/recordSet/0/field/1/cr:value',
      value: 12.5,
    };
    expect(await violationsAfter([unsourced], 'croissant-source')).toHaveLength(1);
    expect(await violationsAfter([unsourced, constant], 'croissant-source')).toEqual([]);
    const embedded: PatchOperation = { op: 'remove', path: '/recordSet/1/data' };
    expect(await violationsAfter([embedded], 'croissant-source')).toHaveLength(1);
  });
});
