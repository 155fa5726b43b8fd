import type { ExportFormat } from './export-format.ts';
import { jsonLd } from './json-ld.ts';
import { nQuads } from './n-quads.ts';
import { nTriples } from './n-triples.ts';
import type { Serialisation } from './serialisation.ts';
import { trig } from './trig.ts';
import { turtle } from './turtle.ts';

/** The serialisation of each export format. */
export const serialisations = {
  nq: nQuads,
  trig,
  nt: nTriples,
  ttl: turtle,
  jsonld: jsonLd,
} satisfies Record<ExportFormat, Serialisation>;
