/** A checksum with known algorithm and matching length. */
export interface Checksum {
  readonly algorithm: ChecksumAlgorithm;
  /** Lower-case hexadecimal. */
  readonly hex: string;
  /** As `ni` URI (RFC 6920 §3); absent if the algorithm is not registered for these. */
  readonly namedInformation?: string;
}

/**
 * By registry name, or in the same style; registered in the Named Information Hash Algorithm
 * Registry.
 */
const algorithms = {
  md5: { bytes: 16, registered: false },
  'sha-1': { bytes: 20, registered: false },
  'sha-224': { bytes: 28, registered: false },
  'sha-256': { bytes: 32, registered: true },
  'sha-384': { bytes: 48, registered: true },
  'sha-512': { bytes: 64, registered: true },
  'sha3-224': { bytes: 28, registered: true },
  'sha3-256': { bytes: 32, registered: true },
  'sha3-384': { bytes: 48, registered: true },
  'sha3-512': { bytes: 64, registered: true },
} as const;

/** The name of a checksum algorithm: `sha-256`. */
export type ChecksumAlgorithm = keyof typeof algorithms;

/** Normalised spellings: `SHA-256`, `spdx:checksumAlgorithm_sha256`, `sha2-256`. */
const spellings: ReadonlyMap<string, ChecksumAlgorithm> = new Map(
  (Object.keys(algorithms) as ChecksumAlgorithm[]) // its own names
    .flatMap((name): (readonly [string, ChecksumAlgorithm])[] => {
      const plain = name.replace('-', '');
      return [
        [plain, name],
        [plain.replace(/^sha(?=[235])/u, 'sha2'), name],
      ];
    })
    .concat([['sha160', 'sha-1']]),
);

/**
 * Parses a checksum: hexadecimal or base64, optionally preceded by its algorithm (`sha256:…`), or a
 * `ni` URI.
 * @param names possible names of the algorithm, in any spelling: `SHA-256`,
 *   `spdx:checksumAlgorithm_sha256`, `schema:sha256`
 * @returns undefined for unknown algorithms or a wrong length
 */
export function parseChecksum(text: string, names: readonly string[]): Checksum | undefined {
  const stated = text.trim().replace(/^ni:\/\/[^/]*\//iu, '');
  // Algorithm, separator, checksum. Base64 itself may end with the separator `=`.
  const [, before = '', behind = stated] = /^([\w-]+)[:;= ]\s*(?=[^\s=])(\S+)$/u.exec(stated) ?? [];
  const algorithm = [...names, before].map(findAlgorithm).find((each) => each !== undefined);
  if (algorithm === undefined) return undefined;
  const { bytes, registered } = algorithms[algorithm];
  const sum = decodeChecksum(behind, bytes);
  if (sum === undefined) return undefined;
  const hex = sum.toString('hex');
  if (!registered) return { algorithm, hex };
  return { algorithm, hex, namedInformation: `ni:///${algorithm};${sum.toString('base64url')}` };
}

/** Decodes hexadecimal and both base64 alphabets. */
function decodeChecksum(value: string, count: number): Buffer | undefined {
  const isHex = value.length === count * 2 && /^[\da-f]+$/iu.test(value);
  const sum = Buffer.from(value, isHex ? 'hex' : 'base64');
  return sum.length === count && (isHex || /^[\w+/-]+={0,2}$/u.test(value)) ? sum : undefined;
}

function findAlgorithm(name: string): ChecksumAlgorithm | undefined {
  const plain = name.toLowerCase().replace(/^.*(?:[/#:]|checksumalgorithm_)/u, '');
  return spellings.get(plain.replaceAll(/[\s_-]/gu, ''));
}
