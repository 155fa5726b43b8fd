import type { Serialisation } from './serialisation.ts';

/** N-Quads: the stored canonical statements, one a line, without duplicates. */
export const nQuads: Serialisation = () => ({
  head: '',
  *write({ nquads }) {
    yield nquads;
  },
  end: () => '',
});
