import { readChecksumAlgorithm, readFileFacts } from '../../facts/record/files.ts';
import { publishedText, publishedTexts } from '../../facts/record/fact-texts.ts';
import { fileTerms } from '../../facts/record/properties.ts';
import { type FactNode, type FactValue, nodesUnder } from '../../facts/record/record-graph.ts';
import {
  type Checksum,
  isChecksumAlgorithm,
  parseChecksum,
} from '../../facts/text/formats-and-checksums.ts';
import type { JsonValue } from '../../text/json.ts';
import { type Change, missingStatement, type RuleSet, type Violation } from '../rule.ts';

const [checksum = ''] = fileTerms.checksums;
const [checksumValue = ''] = fileTerms.checksumValues;
const accessUrls = [...fileTerms.contents, ...fileTerms.places];

/** Rules about the checksums of files (SPDX, as DCAT 3 uses it). */
export const checksumRules = {
  checksum: {
    title: 'Checksum is missing',
    asked:
      'Give the checksum of the file and its algorithm, as an spdx:Checksum under spdx:checksum.',
    why: 'Only with a checksum can people tell that a download is complete and unchanged.',
    remedy: 'author',
    of: 'file',
    check: (file) => {
      const isUnreachable = publishedTexts(file, accessUrls).length === 0;
      if (isUnreachable || readFileFacts(file).checksums.length > 0) return [];
      const node = nodesUnder(file, fileTerms.checksums).find(({ isDescribed }) => isDescribed);
      if (node === undefined) return [missingStatement(file, fileTerms.checksums, missingChecksum)];
      const change = { kind: 'author', value: digitsTemplate } as const;
      return [{ node, ...missingStatement(node, fileTerms.checksumValues, change) }];
    },
    example: {
      record: 'cdif-draft',
      patch: [{ op: 'remove', path: '/about/distribution/0/spdx:checksum' }],
    },
  },
  'checksum-algorithm': {
    title: 'Checksum has no algorithm',
    asked: 'Name the algorithm of the checksum, such as spdx:checksumAlgorithm_sha256.',
    why: 'Two algorithms of the same length give different checksums.',
    remedy: 'author',
    of: 'file',
    check: (file) =>
      statedChecksums(file).flatMap(({ value, algorithm: name, digits }): readonly Violation[] => {
        if (name !== undefined || parseChecksum(digits, []) !== undefined) return [];
        const template = '{the algorithm, such as spdx:checksumAlgorithm_sha256}';
        if (value.kind === 'node') {
          const missing = { kind: 'author', value: template } as const;
          return [
            {
              node: value,
              ...missingStatement(value, fileTerms.algorithms, missing),
              found: digits,
            },
          ];
        }
        const object = checksumObject(template, digits);
        return [
          {
            property: checksum,
            value,
            found: digits,
            change: { kind: 'author', act: 'replace', value: object },
          },
        ];
      }),
    example: {
      record: 'cdif-draft',
      patch: [{ op: 'remove', path: '/about/distribution/0/spdx:checksum/spdx:algorithm' }],
    },
  },
  'checksum-value': {
    title: 'Checksum does not have the form of its algorithm',
    asked:
      'Write the checksum in hexadecimal digits: 32 for MD5, 40 for SHA-1, 64 for SHA-256, 128 ' +
      'for SHA-512. The algorithm has its own property.',
    why: 'A program compares the digits; a prefix or a missing digit makes every file look wrong.',
    remedy: 'mechanical',
    of: 'file',
    check: (file) =>
      statedChecksums(file).flatMap((stated): readonly Violation[] => {
        const { algorithm: name, digits } = stated;
        const read = parseChecksum(digits, name === undefined ? [] : [name]);
        return isWellFormed(read, digits, name) ? [] : [wrongChecksum(stated, read)];
      }),
    example: {
      record: 'cdif-draft',
      patch: [
        {
          op: 'replace',
          path: '/about/distribution/1/spdx:checksum/spdx:checksumValue',
          value: 'md5:c157a79031e1c40f85931829bc5fc552',
        },
      ],
    },
  },
} satisfies RuleSet;

/** A checksum under `spdx:checksum`, with the value that states it. */
interface StatedChecksum {
  readonly value: FactValue;
  readonly algorithm: string | undefined;
  readonly digits: string;
  /** The value of `spdx:checksumValue`; absent where a text takes the place of the node. */
  readonly member?: FactValue;
}

function statedChecksums(file: FactNode): readonly StatedChecksum[] {
  return file.values(fileTerms.checksums).flatMap((value) => {
    const named = { value, algorithm: readChecksumAlgorithm(value) };
    if (value.kind === 'literal') {
      const digits = publishedText(value);
      return digits === undefined ? [] : [{ ...named, digits }];
    }
    return value.values(fileTerms.checksumValues).flatMap((member) => {
      const digits = publishedText(member);
      return digits === undefined ? [] : [{ ...named, digits, member }];
    });
  });
}

/** The digits are replaced in the node that has them, unless its algorithm is to be added. */
function wrongChecksum(stated: StatedChecksum, read: Checksum | undefined): Violation {
  const { value, algorithm: name, digits, member } = stated;
  const kind = read === undefined ? 'author' : 'mechanical';
  if (value.kind === 'node' && member !== undefined && name !== undefined) {
    const change = { kind, act: 'replace', value: read?.hex ?? digitsTemplate } as const;
    return { node: value, property: checksumValue, value: member, found: digits, change };
  }
  const object =
    read === undefined ? checksumObject(name ?? '', digitsTemplate) : checksumObjectOf(read);
  const change = { kind, act: 'replace', value: object } as const;
  return { property: checksum, value, found: digits, change };
}

const hexadecimal = /^[\da-f]+$/iu;
/** RFC 6920 §3: the form has its algorithm within. */
const namedInformation = /^ni:\/\//iu;

function isWellFormed(
  read: Checksum | undefined,
  digits: string,
  name: string | undefined,
): boolean {
  if (read !== undefined) return hexadecimal.test(digits) || namedInformation.test(digits);
  // Of an unknown algorithm, the form is unknown, too; a missing one is another rule's matter.
  return name === undefined || !isChecksumAlgorithm(name);
}

function checksumObjectOf({ algorithm: name, hex }: Checksum): JsonValue {
  const local = name.startsWith('sha3-') ? name.replace('-', '_') : name.replace('-', '');
  return checksumObject(`http://spdx.org/rdf/terms#checksumAlgorithm_${local}`, hex);
}

function checksumObject(name: string, digits: string): JsonValue {
  return {
    '@type': 'spdx:Checksum',
    'spdx:algorithm': name.startsWith('http') ? { '@id': name } : name,
    'spdx:checksumValue': digits,
  };
}

const digitsTemplate = '{the checksum in hexadecimal digits}';
const missingChecksum: Pick<Change, 'kind' | 'value'> = {
  kind: 'author',
  value: {
    '@type': 'spdx:Checksum',
    'spdx:algorithm': { '@id': 'http://spdx.org/rdf/terms#checksumAlgorithm_sha256' },
    'spdx:checksumValue': digitsTemplate,
  },
};
