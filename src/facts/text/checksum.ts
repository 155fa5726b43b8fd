/** A checksum whose algorithm is known and which is as long as that makes it. */
export interface Checksum {
  readonly algorithm: ChecksumAlgorithm;
  /** In hexadecimal, in lower case. */
  readonly hex: string;
  /** As `ni` URI (RFC 6920 §3); absent where its algorithm is not registered for them. */
  readonly namedInformation?: string;
}

interface AlgorithmInfo {
  readonly bytes: number;
  /** In the Named Information Hash Algorithm Registry; MD5 and SHA-1 are in none. */
  readonly registered: boolean;
}

/** By the names of the registry, and others in the same manner. */
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
} as const satisfies Record<string, AlgorithmInfo>;

export type ChecksumAlgorithm = keyof typeof algorithms;

/** Without what tells spellings apart: `SHA-256`, `spdx:checksumAlgorithm_sha256`, `sha2-256`. */
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
 * Reads a checksum: in hexadecimal or base64, perhaps with its algorithm before it (`sha256:…`), or as a `ni` URI.
 * @param names what may name the algorithm, in any spelling: `SHA-256`, `spdx:checksumAlgorithm_sha256`, `schema:sha256`
 * @returns undefined where no algorithm is known, or the checksum is not as long as it makes them
 */
export function checksumOf(text: string, names: readonly string[]): Checksum | undefined {
  const said = text.trim().replace(/^ni:\/\/[^/]*\//iu, '');
  // What stands before it, and behind it the sum; base64 itself may end with the sign that parts them.
  const [, before = '', behind = said] = /^([\w-]+)[:;= ]\s*(?=[^\s=])(\S+)$/u.exec(said) ?? [];
  const algorithm = [...names, before].map(algorithmNamed).find((each) => each !== undefined);
  if (algorithm === undefined) return undefined;
  const { bytes, registered } = algorithms[algorithm];
  const sum = bytesOf(behind, bytes);
  if (sum === undefined) return undefined;
  const hex = sum.toString('hex');
  if (!registered) return { algorithm, hex };
  return { algorithm, hex, namedInformation: `ni:///${algorithm};${sum.toString('base64url')}` };
}

/** So many bytes; both alphabets of base64 are understood. */
function bytesOf(value: string, count: number): Buffer | undefined {
  const isHex = value.length === count * 2 && /^[\da-f]+$/iu.test(value);
  const sum = Buffer.from(value, isHex ? 'hex' : 'base64');
  return sum.length === count && (isHex || /^[\w+/-]+={0,2}$/u.test(value)) ? sum : undefined;
}

function algorithmNamed(name: string): ChecksumAlgorithm | undefined {
  const plain = name.toLowerCase().replace(/^.*(?:[/#:]|checksumalgorithm_)/u, '');
  return spellings.get(plain.replaceAll(/[\s_-]/gu, ''));
}
