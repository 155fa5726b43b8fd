import { signpostingRelations } from '../model/typed-link.ts';

/** The relations of links of a page that mean something here, whatever the type of their target. */
export const tellingRelations: readonly string[] = [...signpostingRelations, 'next'];

/** All relations of links of a page that are read; alternates are of use as RDF only. */
export const wantedRelations: ReadonlySet<string> = new Set([...tellingRelations, 'alternate']);
