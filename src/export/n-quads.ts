import type { Serialisation } from './serialisation.ts';

/** N-Quads: the statements as the store has them, in the canonical form, a line each, none twice. */
export const nQuads: Serialisation = () => ({
  head: '',
  *write({ nquads }) {
    yield nquads;
  },
  end: () => '',
});
